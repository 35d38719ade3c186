package main

import (
	"flag"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
)

// options are the command line, checked.
type options struct {
	addr string // host:port as given; "" means the default, whose port may move
	dev  bool
	open bool
}

const usage = `serve answers requests for the page of Inflight.

	serve [-addr HOST:PORT] [-open] [-dev]

`

func parse(args []string, stderr io.Writer) (options, error) {
	var o options
	fs := flag.NewFlagSet("serve", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.StringVar(&o.addr, "addr", "", "`HOST:PORT` to serve on; default "+defaultAddr+" or the next free port")
	fs.BoolVar(&o.open, "open", false, "open the page in a browser")
	fs.BoolVar(&o.dev, "dev", false, "build from the sources on disk, rebuild and reload on change")
	help := func() {
		fmt.Fprint(stderr, usage)
		fs.SetOutput(stderr)
		fs.PrintDefaults()
	}
	fs.Usage = func() {}
	if err := fs.Parse(args); err == flag.ErrHelp {
		help()
		return o, err
	} else if err != nil {
		return o, fmt.Errorf("%w; the flags are -addr, -open and -dev (serve -h explains them)", err)
	}
	if fs.NArg() > 0 {
		return o, fmt.Errorf("unexpected %q; serve takes only flags: -addr, -open and -dev", fs.Arg(0))
	}
	return o, checkAddr(o.addr)
}

// checkAddr finds mistakes in -addr before the network reports them less clearly.
func checkAddr(addr string) error {
	if addr == "" {
		return nil
	}
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		if _, numErr := strconv.Atoi(addr); numErr == nil {
			return fmt.Errorf("-addr %s has no host; write 127.0.0.1:%s for this machine only, or :%s for all networks", addr, addr, addr)
		}
		return fmt.Errorf("-addr %s is not HOST:PORT; write for example %s", addr, defaultAddr)
	}
	if n, err := strconv.Atoi(port); err != nil || n < 0 || n > 65535 {
		return fmt.Errorf("-addr %s: the port must be a number from 0 (any free one) to 65535", addr)
	}
	if strings.ContainsAny(host, "/ ") {
		return fmt.Errorf("-addr %s: the host must be a name or an address without http://", addr)
	}
	return nil
}
