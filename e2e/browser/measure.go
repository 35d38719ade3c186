package browser

import (
	"context"
	"fmt"
	"time"

	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/chromedp"
)

// MainThread is how long the tab's main thread has been busy so far: scripts, the
// program, style, layout and painting. Only differences mean anything.
func (t *Tab) MainThread() (time.Duration, error) {
	ctx, cancel := context.WithTimeout(t.ctx, Patience)
	defer cancel()
	if _, err := chromedp.Call(ctx, performance.Enable, performance.EnableParams{}); err != nil {
		return 0, fmt.Errorf("asking for the tab's times: %w", err)
	}
	got, err := chromedp.Call(ctx, performance.GetMetrics, struct{}{})
	if err != nil {
		return 0, fmt.Errorf("asking for the tab's times: %w", err)
	}
	for _, m := range got.Metrics {
		if m.Name == "TaskDuration" {
			return time.Duration(m.Value * float64(time.Second)), nil
		}
	}
	return 0, fmt.Errorf("this browser does not tell TaskDuration")
}
