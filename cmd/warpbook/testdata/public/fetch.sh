#!/bin/bash
# fetch.sh DIR: brings the notebooks of notebooks.csv, as they are at their commits, to DIR/OWNER+REPOSITORY/PATH.
set -euo pipefail
into=${1:?usage: fetch.sh DIR}
here=$(cd "$(dirname "$0")" && pwd)
tail -n +2 "$here/notebooks.csv" | while IFS=, read -r repository path commit; do
	to=$into/${repository/\//+}/$path
	[ -e "$to" ] && continue
	mkdir -p "$(dirname "$to")"
	curl -fsSL --retry 3 -o "$to" "https://raw.githubusercontent.com/$repository/$commit/$(printf %s "$path" | sed 's/ /%20/g')"
done
