package browser

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"
)

// Browser is a running Chromium without a window.
type Browser struct {
	ctx       context.Context
	cancel    context.CancelFunc
	userAgent string
}

// names of the browser's program, in the order in which they are looked for.
var names = []string{
	"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "headless_shell",
	"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
	"/Applications/Chromium.app/Contents/MacOS/Chromium",
}

// find is the program: $CHROME, or the first of the names that starts.
func find() (string, error) {
	if path := os.Getenv("CHROME"); path != "" {
		full, err := exec.LookPath(path)
		if err != nil {
			return "", fmt.Errorf("CHROME=%s: no such program; unset it or name one that exists", path)
		}
		return full, nil
	}
	for _, name := range names {
		path, err := exec.LookPath(name)
		if err == nil && exec.Command(path, "--version").Run() == nil {
			return path, nil
		}
	}
	return "", errors.New("no Chromium or Chrome in PATH; run tools/setup.sh browser, or set CHROME to its path")
}

// Start starts the browser. It looks up no name and calls nobody: only the
// loopback interface is reachable from it.
func Start() (*Browser, error) {
	path, err := find()
	if err != nil {
		return nil, err
	}
	opts := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path),
		chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-domain-reliability", true),
		chromedp.Flag("no-pings", true),
		chromedp.Flag("hide-scrollbars", false),
		chromedp.Flag("font-render-hinting", "none"),
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost"),
	)
	if os.Geteuid() == 0 {
		opts = append(opts, chromedp.NoSandbox) // its sandbox does not run as root
	}
	alloc, cancelAlloc := chromedp.NewExecAllocator(context.Background(), opts...)
	ctx, cancel := chromedp.NewContext(alloc)
	b := &Browser{ctx: ctx, cancel: func() { cancel(); cancelAlloc() }}
	if err := chromedp.Do(ctx); err != nil {
		b.cancel()
		return nil, fmt.Errorf("starting %s: %w", path, err)
	}
	version, err := chromedp.CallBrowser(ctx, browser.GetVersion, cdp.Empty{})
	if err != nil {
		b.Close()
		return nil, fmt.Errorf("asking the browser what it is: %w", err)
	}
	b.userAgent = version.UserAgent
	return b, nil
}

// Close ends the browser and waits for it, but not for long.
func (b *Browser) Close() {
	ctx, cancel := context.WithTimeout(b.ctx, 10*time.Second)
	defer cancel()
	chromedp.Cancel(ctx)
	b.cancel()
}
