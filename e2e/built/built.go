// Package built opens the page as it was last built, for whoever measures it.
package built

import (
	"fmt"
	"net/http/httptest"

	"inflight/cmd/serve/site"
	"inflight/e2e/browser"
	"inflight/tools/region"
	"inflight/web"
)

// Serve serves the built page. make is the target that builds it, for the error where nobody has.
func Serve(make string) (*httptest.Server, error) {
	page, err := site.New(web.Dist())
	if err == nil && !page.Built() {
		err = fmt.Errorf("the page is not built; run make %s", make)
	}
	if err != nil {
		return nil, err
	}
	return httptest.NewServer(page), nil
}

// Measure serves the built page, starts a browser and hands both to measure, whose text goes into the part of that name
// in file or, where there is no file, to standard output.
func Measure(make, file, part string, measure func(b *browser.Browser, address string) (text string, err error)) error {
	server, err := Serve(make)
	if err != nil {
		return err
	}
	defer server.Close()
	b, err := browser.Start()
	if err != nil {
		return err
	}
	defer b.Close()
	text, err := measure(b, server.URL+"/")
	if err != nil {
		return err
	}
	if file == "" {
		fmt.Print(text)
		return nil
	}
	return region.Replace(file, part, text)
}
