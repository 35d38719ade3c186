package main

import (
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"syscall"
)

const (
	defaultHost = "127.0.0.1"
	defaultPort = 8080
	defaultAddr = "127.0.0.1:8080"
	// portsTried is how many ports from the default on are tried before the
	// system picks one.
	portsTried = 20
)

// listen takes addr, or without one the default port or the next free one after
// it: somebody who named an address means it, everybody else wants a page.
func listen(addr string, stderr io.Writer) (net.Listener, error) {
	if addr == "" {
		return listenFrom(defaultPort, portsTried, stderr)
	}
	ln, err := net.Listen("tcp", addr)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, fmt.Errorf("%s is taken by another program; stop it, name another -addr, or leave -addr out for the next free port", addr)
	}
	if errors.Is(err, syscall.EACCES) {
		return nil, fmt.Errorf("%s may not be used by this user; ports from 1024 on may, for example -addr %s", addr, defaultAddr)
	}
	if err != nil {
		return nil, fmt.Errorf("-addr %s: %w; %s serves this machine only", addr, err, defaultAddr)
	}
	if tcp, ok := ln.Addr().(*net.TCPAddr); ok && !tcp.IP.IsLoopback() {
		fmt.Fprintf(stderr, "serve: %s is reachable from other machines\n", addr)
	}
	return ln, nil
}

func listenFrom(first, tries int, stderr io.Writer) (net.Listener, error) {
	for port := first; port < first+tries; port++ {
		ln, err := net.Listen("tcp", net.JoinHostPort(defaultHost, strconv.Itoa(port)))
		if err != nil {
			continue
		}
		if port != first {
			fmt.Fprintf(stderr, "serve: port %d is taken; using %d\n", first, port)
		}
		return ln, nil
	}
	ln, err := net.Listen("tcp", net.JoinHostPort(defaultHost, "0"))
	if err != nil {
		return nil, fmt.Errorf("no port of %s can be had: %w", defaultHost, err)
	}
	fmt.Fprintf(stderr, "serve: ports %d to %d are taken; using %d\n", first, first+tries-1, ln.Addr().(*net.TCPAddr).Port)
	return ln, nil
}

// pageURL is what to type into a browser on this machine.
func pageURL(a net.Addr) string {
	host, port, err := net.SplitHostPort(a.String())
	if err != nil {
		return "http://" + a.String() + "/"
	}
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}
	return "http://" + net.JoinHostPort(host, port) + "/"
}
