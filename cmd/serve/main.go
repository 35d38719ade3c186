package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"inflight/cmd/serve/dev"
	"inflight/cmd/serve/site"
	"inflight/web"
)

// Exit codes, the same for all commands of the project.
const (
	exitWell     = 0
	exitFailed   = 1
	exitWrongUse = 2
)

// grace is how long requests under way may take after a signal.
const grace = 5 * time.Second

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// run serves until ctx ends and returns the exit code.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	opts, err := parse(args, stderr)
	if errors.Is(err, flag.ErrHelp) {
		return exitWell
	}
	if err != nil {
		fmt.Fprintln(stderr, "serve:", err)
		return exitWrongUse
	}
	handler, err := newHandler(ctx, opts, stderr)
	if err != nil {
		fmt.Fprintln(stderr, "serve:", err)
		return exitFailed
	}
	ln, err := listen(opts.addr, stderr)
	if err != nil {
		fmt.Fprintln(stderr, "serve:", err)
		return exitFailed
	}
	announce(ln, opts, stdout, stderr)
	if err := serve(ctx, ln, handler, grace); err != nil {
		fmt.Fprintln(stderr, "serve:", err)
		return exitFailed
	}
	return exitWell
}

// newHandler is the embedded page, or with -dev the one built from the sources.
func newHandler(ctx context.Context, opts options, stderr io.Writer) (http.Handler, error) {
	if opts.dev {
		return dev.New(ctx, stderr)
	}
	s, err := site.New(web.Dist())
	if err != nil {
		return nil, err
	}
	if !s.Built() {
		fmt.Fprintln(stderr, "serve: this binary has no page in it; build one with: make run")
	}
	return s, nil
}

// announce prints the address, and opens it where a browser is asked for.
func announce(ln net.Listener, opts options, stdout, stderr io.Writer) {
	url := pageURL(ln.Addr())
	fmt.Fprintf(stdout, "Inflight is at %s (stop with Ctrl-C)\n", url)
	if opts.open {
		if err := openBrowser(url); err != nil {
			fmt.Fprintf(stderr, "serve: %v; open the address above yourself\n", err)
		}
	}
}

// serve answers on ln until ctx ends, then lets requests under way finish for at
// most limit and cuts off the rest.
func serve(ctx context.Context, ln net.Listener, h http.Handler, limit time.Duration) error {
	base, cut := context.WithCancel(context.Background())
	defer cut()
	srv := &http.Server{
		Handler:           h,
		ReadHeaderTimeout: 10 * time.Second,
		IdleTimeout:       2 * time.Minute,
		BaseContext:       func(net.Listener) context.Context { return base },
	}
	srv.RegisterOnShutdown(cut) // ends the streams of -dev, which never finish by themselves
	failed := make(chan error, 1)
	go func() { failed <- srv.Serve(ln) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	late, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	if err := srv.Shutdown(late); err != nil {
		srv.Close()
		if errors.Is(err, context.DeadlineExceeded) {
			return fmt.Errorf("requests were still under way after %v and were cut off", limit)
		}
		return err
	}
	return nil
}
