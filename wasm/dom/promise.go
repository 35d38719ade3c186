//go:build js && wasm

package dom

import (
	"errors"
	"syscall/js"
)

// await waits for a promise. Only goroutines that are no callback may wait.
func await(promise js.Value) (js.Value, error) {
	done := make(chan struct{})
	var value js.Value
	var failure error
	ok := js.FuncOf(func(_ js.Value, args []js.Value) any {
		if len(args) > 0 {
			value = args[0]
		}
		close(done)
		return nil
	})
	failed := js.FuncOf(func(_ js.Value, args []js.Value) any {
		failure = errors.New(js.Global().Get("String").Invoke(args[0]).String())
		close(done)
		return nil
	})
	defer ok.Release()
	defer failed.Release()
	promise.Call("then", ok, failed)
	<-done
	return value, failure
}
