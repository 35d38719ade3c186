package browser

import (
	"context"
	"fmt"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// Options are what a user's machine would bring along.
type Options struct {
	Width, Height int64   // of the viewport in CSS pixels; 1440×900 if zero
	Scale         float64 // device pixels per CSS pixel; 1 if zero
	Touch         bool    // a phone: touch, and the mobile viewport's rules
	Dark          bool    // prefers-color-scheme: dark
	ReducedMotion bool    // prefers-reduced-motion: reduce
	Contrast      bool    // prefers-contrast: more
	Language      string  // the browser's first language; "en" if empty
}

// apply makes the tab look like that machine.
func (o Options) apply(ctx context.Context, userAgent string) error {
	if o.Width == 0 || o.Height == 0 {
		o.Width, o.Height = 1440, 900
	}
	if o.Scale == 0 {
		o.Scale = 1
	}
	if o.Language == "" {
		o.Language = "en"
	}
	view := []chromedp.EmulateViewportOption{chromedp.EmulateScale(o.Scale)}
	if o.Touch {
		view = append(view, chromedp.EmulateMobile, chromedp.EmulateTouch)
	}
	if err := chromedp.Do(ctx, chromedp.EmulateViewport(o.Width, o.Height, view...)); err != nil {
		return fmt.Errorf("setting the viewport: %w", err)
	}
	pick := func(on bool, yes, no string) string {
		if on {
			return yes
		}
		return no
	}
	media := emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
		{Name: "prefers-color-scheme", Value: pick(o.Dark, "dark", "light")},
		{Name: "prefers-reduced-motion", Value: pick(o.ReducedMotion, "reduce", "no-preference")},
		{Name: "prefers-contrast", Value: pick(o.Contrast, "more", "no-preference")},
	}}
	if _, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, media); err != nil {
		return fmt.Errorf("setting the preferences: %w", err)
	}
	lang := emulation.SetUserAgentOverrideParams{UserAgent: userAgent, AcceptLanguage: o.Language}
	if _, err := chromedp.Call(ctx, emulation.SetUserAgentOverride, lang); err != nil {
		return fmt.Errorf("setting the language: %w", err)
	}
	locale := emulation.SetLocaleOverrideParams{Locale: o.Language}
	if _, err := chromedp.Call(ctx, emulation.SetLocaleOverride, locale); err != nil {
		return fmt.Errorf("setting the locale: %w", err)
	}
	_, err := chromedp.Call(ctx, emulation.SetFocusEmulationEnabled,
		emulation.SetFocusEmulationEnabledParams{Enabled: true}) // every tab behaves as the one in front
	return err
}
