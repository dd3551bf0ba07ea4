#!/bin/bash
# fetch.sh DIR [REPOSITORIES.csv]: the repositories of a table at their commits; without one those of TestAccepts.
set -euo pipefail
into=${1:?usage: fetch.sh DIR [REPOSITORIES.csv]}
here=$(cd "$(dirname "$0")" && pwd)
tail -n +2 "${2:-$here/repositories.csv}" | while IFS=, read -r repository commit; do
	to=$into/${repository/\//+}
	[ -d "$to" ] && continue
	git init -q "$to"
	git -C "$to" fetch -q --depth 1 "https://github.com/$repository.git" "$commit"
	git -C "$to" checkout -q FETCH_HEAD
done
