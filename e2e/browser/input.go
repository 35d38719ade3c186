package browser

import (
	"context"
	"fmt"
	"strings"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// keyNames are the keys without a character, by their names in KeyboardEvent.key.
var keyNames = map[string]string{
	"ArrowLeft": kb.ArrowLeft, "ArrowRight": kb.ArrowRight, "ArrowUp": kb.ArrowUp, "ArrowDown": kb.ArrowDown,
	"Home": kb.Home, "End": kb.End, "PageUp": kb.PageUp, "PageDown": kb.PageDown, "Enter": kb.Enter,
	"Escape": kb.Escape, "Tab": kb.Tab, "Backspace": kb.Backspace, "Delete": kb.Delete, "Space": " ",
}

var modifiers = map[string]chromedp.Modifier{
	"Shift": chromedp.ModifierShift, "Control": chromedp.ModifierCtrl, "Alt": chromedp.ModifierAlt, "Meta": chromedp.ModifierMeta,
}

// Press presses keys one after the other, each by its name in KeyboardEvent.key,
// with modifiers before a plus: "ArrowRight", "n", "?", "Shift+ArrowLeft".
func (t *Tab) Press(keys ...string) error {
	ctx, cancel := context.WithTimeout(t.ctx, Patience)
	defer cancel()
	for _, key := range keys {
		name, opts := key, []chromedp.KeyOption{}
		for {
			before, after, ok := strings.Cut(name, "+")
			m, known := modifiers[before]
			if !ok || after == "" || !known {
				break
			}
			name, opts = after, append(opts, chromedp.KeyModifiers(m))
		}
		if named, ok := keyNames[name]; ok {
			name = named
		} else if len([]rune(name)) != 1 {
			return fmt.Errorf("there is no key %q; a key is one character or one of ArrowRight, Home, Enter, Escape, Tab, Space…", key)
		}
		if err := chromedp.Do(ctx, chromedp.KeyEvent(name, opts...)); err != nil {
			return fmt.Errorf("pressing %s: %w", key, err)
		}
	}
	return nil
}

// Type types text into whatever has the focus.
func (t *Tab) Type(text string) error {
	ctx, cancel := context.WithTimeout(t.ctx, Patience)
	defer cancel()
	return chromedp.Do(ctx, chromedp.KeyEvent(text))
}

// Message is the selector of the control that sends msg.
func Message(msg string) string { return "[data-msg=" + Quote(msg) + "]" }

// Click clicks the first visible element that matches a CSS selector, with the
// mouse at its middle, as a user does: what lies on top gets the click.
func (t *Tab) Click(selector string) error {
	ctx, cancel := context.WithTimeout(t.ctx, Patience)
	defer cancel()
	type found struct {
		X, Y    float64
		Covered string
	}
	at, err := chromedp.Run(ctx, chromedp.Evaluate[*found](`(() => {
		let covered = null;
		for (const e of document.querySelectorAll(`+Quote(selector)+`)) {
			if (!e.checkVisibility({visibilityProperty: true, opacityProperty: true}) || e.disabled) continue;
			for (const block of ["nearest", "center"]) {
				e.scrollIntoView({block, inline: "nearest", behavior: "instant"});
				const r = e.getBoundingClientRect(), X = r.x + r.width / 2, Y = r.y + r.height / 2;
				const top = document.elementFromPoint(X, Y);
				if (top === e || e.contains(top) || top?.closest("label")?.control === e) return {X, Y, Covered: ""};
				covered ??= {X, Y, Covered: top ? top.localName + "." + top.className : "the edge of the window"};
			}
		}
		return covered;
	})()`))
	if err != nil {
		return fmt.Errorf("looking for %s: %w", selector, err)
	}
	if at == nil {
		return fmt.Errorf("nothing visible and enabled matches %s", selector)
	}
	if at.Covered != "" {
		return fmt.Errorf("%s lies under %s and cannot be clicked", selector, at.Covered)
	}
	return chromedp.Do(ctx, chromedp.MouseClickXY(at.X, at.Y))
}

// Send clicks the control that sends msg.
func (t *Tab) Send(msg string) error { return t.Click(Message(msg)) }

// Fill replaces what a field holds by text, as pasting does.
func (t *Tab) Fill(selector, text string) error {
	ctx, cancel := context.WithTimeout(t.ctx, Patience)
	defer cancel()
	found, err := chromedp.Run(ctx, chromedp.Evaluate[bool](`(() => {
		const e = document.querySelector(`+Quote(selector)+`);
		e?.focus();
		e?.select();
		return document.activeElement === e && !!e;
	})()`))
	if err != nil || !found {
		return fmt.Errorf("no field that takes the focus matches %s: %w", selector, err)
	}
	_, err = chromedp.Call(ctx, input.InsertText, input.InsertTextParams{Text: text})
	return err
}
