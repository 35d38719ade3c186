package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// buffer is an output that may be read while it is written.
type buffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (b *buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

func (b *buffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.String()
}

// announced waits for the line with the address and returns the address.
func announced(t *testing.T, out *buffer) string {
	t.Helper()
	var url string
	require.Eventually(t, func() bool {
		_, rest, ok := strings.Cut(out.String(), "Inflight is at ")
		url, _, _ = strings.Cut(rest, " ")
		return ok
	}, 5*time.Second, 5*time.Millisecond)
	return url
}

func TestServesUntilToldToStop(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	var out, errs buffer
	code := make(chan int)
	go func() { code <- run(ctx, []string{"-addr", "127.0.0.1:0"}, &out, &errs) }()
	url := announced(t, &out)
	require.Regexp(t, `^http://127\.0\.0\.1:\d+/$`, url)

	res, err := http.Get(url)
	require.NoError(t, err)
	res.Body.Close()
	require.Contains(t, []int{http.StatusOK, http.StatusServiceUnavailable}, res.StatusCode, "the page, or how to build it")
	require.NotEmpty(t, res.Header.Get("Content-Security-Policy"))

	stop()
	require.Equal(t, exitWell, <-code)
	_, err = http.Get(url)
	require.Error(t, err, "nobody answers any more")
}

func TestStopsOnSignals(t *testing.T) {
	if os.Getenv("SERVE_AS_PROGRAM") != "" {
		os.Args = []string{"serve", "-addr", "127.0.0.1:0"}
		main()
	}
	for _, sig := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		cmd := exec.Command(os.Args[0], "-test.run=^TestStopsOnSignals$")
		cmd.Env = append(os.Environ(), "SERVE_AS_PROGRAM=yes")
		var out buffer
		cmd.Stdout = &out
		require.NoError(t, cmd.Start())
		announced(t, &out)
		require.NoError(t, cmd.Process.Signal(sig))
		require.NoError(t, cmd.Wait(), "exit code 0 after %v", sig)
	}
}

// slow is a handler whose requests last until release is closed or they are cut off.
type slow struct {
	began, release chan struct{}
}

func (s slow) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	close(s.began)
	<-s.release
	io.WriteString(w, "whole")
}

func startSlow(t *testing.T, limit time.Duration) (s slow, stop context.CancelFunc, served chan error, got chan string) {
	t.Helper()
	s = slow{began: make(chan struct{}), release: make(chan struct{})}
	ctx, stop := context.WithCancel(context.Background())
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	served, got = make(chan error, 1), make(chan string, 1)
	go func() { served <- serve(ctx, ln, s, limit) }()
	go func() {
		res, err := http.Get("http://" + ln.Addr().String())
		if err != nil {
			got <- "cut off"
			return
		}
		defer res.Body.Close()
		b, _ := io.ReadAll(res.Body)
		got <- string(b)
	}()
	<-s.began
	return s, stop, served, got
}

func TestRequestsUnderWayFinish(t *testing.T) {
	s, stop, served, got := startSlow(t, 10*time.Second)
	stop()
	select {
	case err := <-served:
		t.Fatalf("stopped (%v) while a request was under way", err)
	case <-time.After(100 * time.Millisecond):
	}
	close(s.release)
	require.Equal(t, "whole", <-got)
	require.NoError(t, <-served)
}

func TestStopHasALimit(t *testing.T) {
	s, stop, served, got := startSlow(t, 50*time.Millisecond)
	defer close(s.release)
	stop()
	require.ErrorContains(t, <-served, "still under way after 50ms")
	require.Equal(t, "cut off", <-got)
}

func TestWrongUse(t *testing.T) {
	for _, tc := range []struct {
		args []string
		want string
	}{
		{[]string{"-port", "80"}, "the flags are -addr, -open and -dev"},
		{[]string{"web/dist"}, `unexpected "web/dist"; serve takes only flags`},
		{[]string{"-addr", "9000"}, "write 127.0.0.1:9000 for this machine only, or :9000"},
		{[]string{"-addr", "localhost"}, "is not HOST:PORT; write for example 127.0.0.1:8080"},
		{[]string{"-addr", "localhost:http"}, "the port must be a number"},
		{[]string{"-addr", ":70000"}, "the port must be a number"},
		{[]string{"-addr", "http://localhost:80"}, "is not HOST:PORT"},
	} {
		var out, errs buffer
		require.Equal(t, exitWrongUse, run(context.Background(), tc.args, &out, &errs), tc.args)
		require.Contains(t, errs.String(), tc.want)
		require.Empty(t, out.String())
	}
	var out, errs buffer
	require.Equal(t, exitWell, run(context.Background(), []string{"-h"}, &out, &errs))
	require.Contains(t, errs.String(), "-dev")
}

func TestTakenPorts(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer taken.Close()
	port := taken.Addr().(*net.TCPAddr).Port

	var errs buffer
	require.Equal(t, exitFailed, run(context.Background(), []string{"-addr", taken.Addr().String()}, io.Discard, &errs))
	require.Contains(t, errs.String(), "is taken by another program")

	var said buffer
	ln, err := listenFrom(port, 20, &said)
	require.NoError(t, err)
	defer ln.Close()
	require.Greater(t, ln.Addr().(*net.TCPAddr).Port, port)
	require.Contains(t, said.String(), "is taken; using")

	said = buffer{}
	last, err := listenFrom(port, 1, &said)
	require.NoError(t, err, "any free port when the tried ones are taken")
	last.Close()
	require.Contains(t, said.String(), "are taken; using")
}

func TestPageURL(t *testing.T) {
	for addr, want := range map[string]string{
		"127.0.0.1:8080": "http://127.0.0.1:8080/", "0.0.0.0:80": "http://localhost:80/",
		"[::]:81": "http://localhost:81/", "[::1]:82": "http://[::1]:82/",
	} {
		a, err := net.ResolveTCPAddr("tcp", addr)
		require.NoError(t, err)
		require.Equal(t, want, pageURL(a))
	}
}

func TestOpener(t *testing.T) {
	all := func(name string) (string, error) { return "/bin/" + name, nil }
	none := func(string) (string, error) { return "", errors.New("not found") }
	env := func(set ...string) func(string) string {
		return func(key string) string {
			for _, k := range set {
				if k == key {
					return "set"
				}
			}
			return ""
		}
	}
	for _, tc := range []struct {
		goos string
		env  func(string) string
		look func(string) (string, error)
		want string
	}{
		{"linux", env(), all, ""},
		{"linux", env("DISPLAY"), all, "/bin/xdg-open"},
		{"linux", env("WAYLAND_DISPLAY"), all, "/bin/xdg-open"},
		{"linux", env("DISPLAY"), none, ""},
		{"linux", env("WSL_DISTRO_NAME"), all, "/bin/wslview"},
		{"darwin", env(), none, "open"},
	} {
		got, _ := opener(tc.goos, tc.env, tc.look)
		require.Equal(t, tc.want, got)
	}
}
