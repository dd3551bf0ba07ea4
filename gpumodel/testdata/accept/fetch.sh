#!/bin/bash
# fetch.sh DIR: the repositories of repositories.csv at their commits, for TestAccepts.
set -euo pipefail
into=${1:?usage: fetch.sh DIR}
here=$(cd "$(dirname "$0")" && pwd)
tail -n +2 "$here/repositories.csv" | while IFS=, read -r repository commit; do
	to=$into/${repository/\//+}
	[ -d "$to" ] && continue
	git init -q "$to"
	git -C "$to" fetch -q --depth 1 "https://github.com/$repository.git" "$commit"
	git -C "$to" checkout -q FETCH_HEAD
done
