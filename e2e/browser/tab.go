package browser

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"time"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// Patience is how long the page may take for anything that a test waits for.
// Generous: a busy machine is no fault of the page.
const Patience = 60 * time.Second

// Tab is one tab of the browser. Its methods run one after the other.
type Tab struct {
	browser *Browser
	ctx     context.Context
	cancel  context.CancelFunc
	watch   *watcher
}

// NewTab opens an empty tab with storage of its own.
func (b *Browser) NewTab(o Options) (*Tab, error) {
	return b.newTab(o, chromedp.WithNewBrowserContext())
}

// Sibling opens another tab that shares this one's storage, as the same user's
// next visit does.
func (t *Tab) Sibling(o Options) (*Tab, error) {
	id := chromedp.FromContext(t.ctx).BrowserContextID
	return t.browser.newTab(o, chromedp.WithExistingBrowserContext(id))
}

func (b *Browser) newTab(o Options, storage chromedp.ContextOption) (*Tab, error) {
	t := &Tab{browser: b, watch: &watcher{}}
	t.ctx, t.cancel = chromedp.NewContext(b.ctx, storage, chromedp.WithListener(t.watch.see))
	if err := chromedp.Do(t.ctx); err != nil {
		t.cancel()
		return nil, fmt.Errorf("opening a tab: %w", err)
	}
	if err := o.apply(t.ctx, b.userAgent); err != nil {
		t.cancel()
		return nil, err
	}
	return t, nil
}

// Close closes the tab.
func (t *Tab) Close() { t.cancel() }

// Complaints returns what the page did since the last call that it should not:
// anything on the console, exceptions, refusals of the policy, failed loads, and
// requests to another origin.
func (t *Tab) Complaints() []string { return t.watch.taken() }

// Requests returns the addresses that the tab has asked for so far.
func (t *Tab) Requests() []string {
	t.watch.mu.Lock()
	defer t.watch.mu.Unlock()
	return append([]string(nil), t.watch.requests...)
}

// BeforeLoad runs script in every document of the tab before its own scripts.
func (t *Tab) BeforeLoad(script string) error {
	_, err := chromedp.Call(t.ctx, page.AddScriptToEvaluateOnNewDocument,
		page.AddScriptToEvaluateOnNewDocumentParams{Source: script})
	return err
}

// Open loads address and waits for the load event, not for the program.
func (t *Tab) Open(address string) error {
	u, err := url.Parse(address)
	if err != nil {
		return err
	}
	t.watch.mu.Lock()
	t.watch.origin = u.Scheme + "://" + u.Host
	t.watch.mu.Unlock()
	ctx, cancel := context.WithTimeout(t.ctx, Patience)
	defer cancel()
	if err := chromedp.Do(ctx, chromedp.Navigate(address)); err != nil {
		return fmt.Errorf("opening %s: %w", address, err)
	}
	return nil
}

// Reload loads the page again.
func (t *Tab) Reload() error {
	ctx, cancel := context.WithTimeout(t.ctx, Patience)
	defer cancel()
	return chromedp.Do(ctx, chromedp.Reload())
}

// Ready waits until the program says that it listens and has drawn.
func (t *Tab) Ready() error {
	if err := t.Wait(`document.documentElement.dataset.ready`); err != nil {
		return err
	}
	state, err := Eval[string](t, `document.documentElement.dataset.ready`)
	if err == nil && state != "true" {
		said, _ := Eval[string](t, `document.querySelector("[role=alert]:not([hidden])")?.innerText ?? ""`)
		err = fmt.Errorf("the program is not ready but %q: %s", state, said)
	}
	return err
}

// Wait waits until a JavaScript condition holds. It asks from outside rather than
// with a script in the page, which the page's policy would refuse.
func (t *Tab) Wait(condition string) error {
	deadline := time.Now().Add(Patience)
	for pause := 5 * time.Millisecond; ; pause = min(2*pause, 100*time.Millisecond) {
		ok, err := Eval[bool](t, "!!("+condition+")")
		if err == nil && ok {
			return nil
		}
		if time.Now().After(deadline) {
			if err != nil {
				return fmt.Errorf("waiting for %s: %w", condition, err)
			}
			return fmt.Errorf("%s did not come true in %v", condition, Patience)
		}
		select {
		case <-t.ctx.Done():
			return context.Cause(t.ctx)
		case <-time.After(pause):
		}
	}
}

// Settle waits until nothing moves: two frames in a row without a running
// animation that ends by itself.
func (t *Tab) Settle() error {
	const still = `(async () => {
		const moving = () => document.getAnimations().filter(a =>
			a.playState === "running" && a.effect?.getComputedTiming().endTime !== Infinity).length;
		const frame = () => new Promise(done => requestAnimationFrame(() => setTimeout(done)));
		await frame();
		if (moving()) return false;
		await frame();
		return moving() === 0;
	})()`
	deadline := time.Now().Add(Patience)
	for time.Now().Before(deadline) {
		done, err := Eval[bool](t, still)
		if err != nil || done {
			return err
		}
	}
	return fmt.Errorf("the page still moves after %v", Patience)
}

// Eval runs a JavaScript expression in the page and returns its value; a promise
// is waited for.
func Eval[T any](t *Tab, expression string) (T, error) {
	ctx, cancel := context.WithTimeout(t.ctx, Patience)
	defer cancel()
	return chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
}

// Quote writes s as a JavaScript string.
func Quote(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err) // strings always marshal
	}
	return string(b)
}
