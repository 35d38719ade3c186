package main

import (
	"fmt"
	"path"
	"regexp"
	"strings"
)

var link = regexp.MustCompile(`(?i)\s(?:href|src|data-[a-z-]+)\s*=\s*["']?([A-Za-z0-9_./-]+\.(?:css|html|ico|js|png|svg|wasm|webmanifest))["'?#>\s]`)

// checkLinks finds addresses in the pages that lead nowhere: a browser would only
// say so to whoever opens its console.
func checkLinks(files map[string][]byte) error {
	for _, name := range sortedNames(files) {
		if path.Ext(name) != ".html" {
			continue
		}
		for _, m := range link.FindAllSubmatch(files[name], -1) {
			address := string(m[1])
			if strings.HasPrefix(address, "/") {
				return fmt.Errorf("web/%s refers to %s; write the address relative to the page: a site may lie in a sub-path", name, address)
			}
			if files[path.Join(path.Dir(name), address)] == nil {
				return fmt.Errorf("web/%s refers to %s, which is not there; the page has: %s", name, address, strings.Join(sortedNames(files), " "))
			}
		}
	}
	return nil
}
