#!/bin/sh
# Runs one part of a larger check and says how it went and how long it took:
#   tools/part.sh NAME COMMAND...
# The command's own output is not touched; the exit code is the command's.
set -u
name=$1
shift
echo "── $name"
start=$(date +%s)
"$@"
code=$?
took=$(($(date +%s) - start))
if [ "$code" = 0 ]; then
	echo "── $name: passed in $took s"
else
	echo "── $name: FAILED after $took s (exit code $code)"
fi
exit "$code"
