#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Fuzzes what reads bytes that other people's devices wrote, and the join, with the libFuzzer of the Swift toolchain.
#
#     Tests/Fuzzing/run.sh [SECONDS] [TARGET…]
#
# SECONDS (or HOMETASK_FUZZ_SECONDS; 60) goes to each target. Sources/Fuzzing/Target.swift says what the targets are;
# without one named, all are run, one after the other on one core. The inputs to begin with are the golden files, the
# samples and the schemas of this checkout. For each target the last line says how many inputs got how far.
#
# Ends with 1 where an input broke a law, crashed, took ten seconds or two gibibytes, and says where that input is kept.
# To run such an input again:
#
#     HOMETASK_FUZZ_TARGET=join .build-fuzzing/release/Fuzzing INPUT
#
# A corpus that should grow from run to run is named by HOMETASK_FUZZ_CORPUS; by default it is thrown away.
set -euo pipefail
cd "$(dirname "$0")/../.."

seconds=${1:-${HOMETASK_FUZZ_SECONDS:-60}}
[[ $seconds =~ ^[0-9]+$ ]] || { echo "run.sh: '$seconds' should be a number of seconds" >&2; exit 64; }
[ $# -eq 0 ] || shift
targets=("$@")
[ $# -gt 0 ] || targets=(codec readers query document join driver seal history)

# Gold, the linker by default, gives up on the fuzzer's debug information.
swift build --package-path Tests/Fuzzing --scratch-path .build-fuzzing -c release --product Fuzzing \
    -Xswiftc -sanitize=fuzzer -Xswiftc -use-ld=lld >&2
# Else Swift takes the signal for itself, and the fuzzer never learns of the input.
export SWIFT_BACKTRACE=enable=no
program=$PWD/.build-fuzzing/release/Fuzzing

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
corpus=${HOMETASK_FUZZ_CORPUS:-$folder/corpus}
golden=Tests/HometaskMergingTests/Golden
mkdir -p "$corpus"/{codec,readers,query,document,join,driver,seal,history} "$folder/found"

cp "$golden"/*.json "$corpus/codec"
for file in Tests/HometaskDocumentsTests/Samples/*/*.json; do
    cp "$file" "$corpus/codec/$(basename "$(dirname "$file")")-$(basename "$file")"
done
cp "$corpus"/codec/* Schemas/*.json "$corpus/readers"
cp "$golden"/*.json "$corpus/document"
# The queries that the README shows.
sed -n "s/^hometask list '\([^']*\)'.*/\1/p" README.md | split -l 1 - "$corpus/query/readme-"
printf '%s\n' '@mia or @soon not (ring near:school<500m)' 'priority>=medium points!=5 wait>"next week" has:photo,note' \
    'at:school after:any id:5f0c view:soon created<2w doneby:me title:"oat \"milk\""' |
    split -l 1 - "$corpus/query/more-"
# Neighbours in the alphabet are mostly of one rule; the documents of a pair get one id when they are read.
files=("$golden"/*.json)
for index in "${!files[@]}"; do
    { cat "${files[index]}"; printf '\0'; cat "${files[(index + 1) % ${#files[@]}]}"; printf '\0'
      cat "${files[(index + 7) % ${#files[@]}]}"; } >"$corpus/join/golden-$index"
done
cp "$corpus"/join/* "$corpus/driver"
cp "$corpus"/join/* "$corpus/seal"

status=0
for target in "${targets[@]}"; do
    [ -d "$corpus/$target" ] || { echo "run.sh: there is no target '$target'" >&2; exit 64; }
    limit=8192
    [ "$target" != history ] || limit=384
    words=Tests/Fuzzing/document.dict
    [ "$target" != query ] || words=Tests/Fuzzing/query.dict
    log=$folder/$target.log
    if HOMETASK_FUZZ_TARGET=$target "$program" "$corpus/$target" -dict="$words" \
        -max_len=$limit -timeout=10 -rss_limit_mb=2048 -max_total_time="$seconds" -print_final_stats=1 \
        -artifact_prefix="$folder/found/$target-" >"$log" 2>&1; then
        grep "^$target: " "$log"
    else
        status=1
        kept=$(mktemp -d)
        cp "$log" "$folder/found/$target-"* "$kept"
        echo "$target: FAILED; the input and the log are in $kept"
        grep -m 3 -E 'broken law|Fatal error|ERROR: libFuzzer' "$log" || tail -n 3 "$log"
    fi
done
exit $status
