// Package ui is the page as values: a Model, messages in text form that change it, effects as data, and one view a
// region that draws it as vdom nodes. It is pure Go and needs no browser; package dom performs what it asks for.
//
// What the page's elements carry, and what the browser side makes of it:
//
//   - data-msg="step": a click sends the message as it is.
//   - data-input="goto": input or change sends the message, a space, and the element's value. A file input and a
//     file dropped on the page send the message ("file" for a drop), a space, the file's name, a line break and
//     its text.
//   - data-submit="answer where-does-web-go": a submit sends the message, a space, and the values of the form's
//     fields, one a line.
//   - data-widget="star": arrows, Home, End, Space and Enter belong to this widget while the focus is in it.
//   - data-close="close" on a dialog: the browser wants to close it (Escape). Property("modal", true) opens one.
//
// A Property is what the page wants: what the user typed or ticked is set back to it with the next picture, so a field
// with one needs data-input. Attr("value", …) is only where a field begins.
//
// Messages that the browser side sends by itself: "key …" (see ParseKey; the browser still does its own with the key
// unless Update answers with Prevent), "size 1440 900" in CSS pixels after a resize, "media dark=true still=false" when
// a preference changes, "fragment TEXT" when the user changed what follows # in the address, "storage memory WHY" when
// files are no longer kept (WHY begins with absent, denied, blocked or failed, as Env.Memory does), "unread large BYTES LIMIT NAME", "unread binary NAME" and "unread failed NAME\nWHY" for
// files that were dropped, chosen or pasted in vain, and the answers of effects (see Answer). Text that is pasted
// anywhere but into a field arrives as "file pasted.yaml\nTEXT".
package ui
