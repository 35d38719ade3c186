// Command shot takes a picture of a page, so that one can look at it:
//
//	go run ./cmd/shot -size 1440x900 -theme dark -lang ja -keys 'ArrowRight ArrowRight' -out a.png
//
// Without -url it starts the built page itself. It prints what the page complained
// about and exits with 1 if there was anything.
package main

import (
	"errors"
	"flag"
	"fmt"
	"net/http/httptest"
	"os"
	"strings"

	"inflight/cmd/serve/site"
	"inflight/e2e/browser"
	"inflight/web"
)

type shot struct {
	url, path, size, theme, lang, out, keys, click string
	file, send                                     string
	steps                                          int
	scale                                          float64
	touch, reduced, tree, plain                    bool
}

func main() {
	var s shot
	flag.StringVar(&s.url, "url", "", "`address` of the page; without it, the page as last built")
	flag.StringVar(&s.path, "path", "/", "what follows the address, for example '/#release=v1.28.2'")
	flag.StringVar(&s.size, "size", "1440x900", "`WIDTHxHEIGHT` of the viewport")
	flag.Float64Var(&s.scale, "scale", 1, "device pixels per CSS pixel")
	flag.BoolVar(&s.touch, "touch", false, "a phone: touch, mobile viewport")
	flag.StringVar(&s.theme, "theme", "light", "light or dark, as the system prefers")
	flag.BoolVar(&s.reduced, "reduced", false, "the system prefers reduced motion")
	flag.StringVar(&s.lang, "lang", "en", "the browser's first language")
	flag.IntVar(&s.steps, "steps", 0, "press ArrowRight that often")
	flag.StringVar(&s.keys, "keys", "", "keys to press then, separated by spaces, as in 'Home Shift+ArrowRight ?'")
	flag.StringVar(&s.click, "click", "", "messages of controls to click then, separated by ;")
	flag.StringVar(&s.file, "file", "", "a `file` of objects or a scenario that the page plays")
	flag.StringVar(&s.send, "send", "", "messages to send after -file, separated by ;, whether a control sends them or not")
	flag.StringVar(&s.out, "out", "shot.png", "`file` for the picture")
	flag.BoolVar(&s.tree, "tree", false, "print the accessibility tree")
	flag.BoolVar(&s.plain, "plain", false, "any page, not ours: do not wait for the program")
	flag.Parse()
	if err := s.take(); err != nil {
		fmt.Fprintln(os.Stderr, "shot:", err)
		os.Exit(1)
	}
}

func (s shot) take() error {
	var o browser.Options
	if n, err := fmt.Sscanf(s.size, "%dx%d", &o.Width, &o.Height); n != 2 || err != nil {
		return fmt.Errorf("-size %s is not WIDTHxHEIGHT, such as 1440x900", s.size)
	}
	o.Scale, o.Touch, o.Dark, o.ReducedMotion, o.Language = s.scale, s.touch, s.theme == "dark", s.reduced, s.lang
	if s.url == "" {
		page, err := site.New(web.Dist())
		if err != nil {
			return err
		}
		server := httptest.NewServer(page)
		defer server.Close()
		s.url = server.URL
	}
	b, err := browser.Start()
	if err != nil {
		return err
	}
	defer b.Close()
	tab, err := b.NewTab(o)
	if err != nil {
		return err
	}
	failed := s.play(tab)
	if err := tab.Screenshot(s.out); err != nil {
		return errors.Join(failed, err)
	}
	fmt.Println("picture:", s.out)
	complaints := tab.Complaints()
	for _, c := range complaints {
		fmt.Println("complaint:", c)
	}
	if failed == nil && len(complaints) > 0 {
		return errors.New("the page is not silent")
	}
	return failed
}

// tell hands the page a file and messages.
func (s shot) tell(tab *browser.Tab) error {
	var msgs []string
	if s.file != "" {
		text, err := os.ReadFile(s.file)
		if err != nil {
			return err
		}
		msgs = append(msgs, "file "+s.file+"\n"+string(text), "notice")
	}
	for msg := range strings.SplitSeq(s.send, ";") {
		if msg != "" {
			msgs = append(msgs, msg)
		}
	}
	for _, msg := range msgs {
		if _, err := browser.Eval[*bool](tab, "(inflight.send("+browser.Quote(msg)+"), null)"); err != nil {
			return err
		}
		if err := tab.Settle(); err != nil {
			return err
		}
	}
	return nil
}

// play brings the page to where the picture is wanted.
func (s shot) play(tab *browser.Tab) error {
	if err := tab.Open(strings.TrimSuffix(s.url, "/") + s.path); err != nil {
		return err
	}
	if !s.plain {
		if err := tab.Ready(); err != nil {
			return err
		}
	}
	if err := s.tell(tab); err != nil {
		return err
	}
	for range s.steps {
		if err := tab.Press("ArrowRight"); err != nil {
			return err
		}
		if err := tab.Settle(); err != nil {
			return err
		}
	}
	for _, key := range strings.Fields(s.keys) {
		if err := tab.Press(key); err != nil {
			return err
		}
		if err := tab.Settle(); err != nil {
			return err
		}
	}
	for msg := range strings.SplitSeq(s.click, ";") {
		if msg == "" {
			continue
		}
		if err := tab.Send(msg); err != nil {
			return err
		}
		if err := tab.Settle(); err != nil {
			return err
		}
	}
	if err := tab.Settle(); err != nil {
		return err
	}
	if !s.tree {
		return nil
	}
	ax, err := tab.Accessibility()
	fmt.Print(ax)
	return err
}
