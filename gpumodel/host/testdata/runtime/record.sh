#!/bin/sh
# Records what a card answers: run it in this folder on a computer with the card and nvcc 13, and keep its output, as in
#     ./record.sh sm_90 >h100_cuda13.txt
# Each case runs in a process of its own, and again without a call that ends the process or does not return.
arch=${1:-sm_90}
out=$(mktemp -d)
for source in *.cu; do
    name=${source%.cu}
    nvcc -O1 -arch="$arch" -w -o "$out/$name" "$source" || exit 1
    cases=$("$out/$name")
    i=0
    while [ "$i" -lt "$cases" ]; do
        skip=
        tries=0
        while :; do
            timeout 60 "$out/$name" "$i" $skip >"$out/text" 2>&1
            rc=$?
            tries=$((tries + 1))
            if [ "$rc" -lt 124 ] || [ "$tries" -gt 40 ]; then break; fi
            skip="$skip $(grep -c -e ' -> ' "$out/text")"
        done
        echo "== $name $i"
        cat "$out/text"
        echo "rc $rc"
        i=$((i + 1))
    done
done
rm -r "$out"
