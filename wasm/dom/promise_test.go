//go:build js && wasm

package dom

import (
	"syscall/js"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAwait(t *testing.T) {
	promise := js.Global().Get("Promise")
	value, err := await(promise.Call("resolve", 42))
	require.NoError(t, err)
	require.Equal(t, 42, value.Int())
	_, err = await(promise.Call("reject", js.Global().Get("Error").New("no")))
	require.EqualError(t, err, "Error: no")
	_, err = await(promise.Call("reject"))
	require.Error(t, err, "a rejection without a reason is one all the same")
}
