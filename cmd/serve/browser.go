package main

import (
	"errors"
	"os"
	"os/exec"
	"runtime"
)

var errNoBrowser = errors.New("no browser was found to open")

// openBrowser asks the desktop to show url and does not wait for it.
func openBrowser(url string) error {
	name, args := opener(runtime.GOOS, os.Getenv, exec.LookPath)
	if name == "" {
		return errNoBrowser
	}
	cmd := exec.Command(name, append(args, url)...)
	if err := cmd.Start(); err != nil {
		return errNoBrowser
	}
	go cmd.Wait() // no zombie; how it ended is the desktop's business
	return nil
}

// opener is the desktop's command for a link, "" where there is no desktop:
// xdg-open without one would start a text browser in this terminal.
func opener(goos string, env func(string) string, look func(string) (string, error)) (string, []string) {
	switch goos {
	case "darwin":
		return "open", nil
	case "windows":
		return "rundll32", []string{"url.dll,FileProtocolHandler"}
	}
	candidates := []string{}
	if env("DISPLAY") != "" || env("WAYLAND_DISPLAY") != "" {
		candidates = append(candidates, "xdg-open")
	}
	if env("WSL_DISTRO_NAME") != "" {
		candidates = append(candidates, "wslview", "explorer.exe")
	}
	for _, name := range candidates {
		if path, err := look(name); err == nil {
			return path, nil
		}
	}
	return "", nil
}
