package vdom

import (
	"os"
	"regexp"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestShimKnowsTheSameNumbers: web/shim.js has a function for each Op, at its number, that takes as many operands.
func TestShimKnowsTheSameNumbers(t *testing.T) {
	js, err := os.ReadFile("../../web/shim.js")
	require.NoError(t, err)
	table := regexp.MustCompile(`(?s)const ops = \[\n    null,\n(.*?)\n  \];`).FindSubmatch(js)
	require.NotNil(t, table, "web/shim.js has no table of operations")
	rows := regexp.MustCompile(`\(at(?:, s)?\) => \{ (.*?); return (\d); \},`).FindAllStringSubmatch(string(table[1]), -1)
	require.Len(t, rows, len(ops))
	does := map[Op]string{
		OpElement: "createElement(", OpSVG: "createElementNS(", OpText: "createTextNode(", OpSetText: ".data =",
		OpAttr: ".setAttribute(", OpNoAttr: ".removeAttribute(", OpStyle: ".setProperty(", OpNoStyle: "unstyle(",
		OpProp: "property(", OpFlag: "=== 1", OpPlace: "place(", OpRemove: "remove(nodes", OpForget: "= null",
	}
	for i, row := range rows {
		op := Op(i + 1)
		require.Contains(t, row[1], does[op], "operation %d is %s", op, ops[op].name)
		require.Equal(t, strconv.Itoa(len(ops[op].operands)), row[2], "operands of %s", ops[op].name)
	}
}
