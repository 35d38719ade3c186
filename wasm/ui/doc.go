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
//
// Messages that the browser side sends by itself: "key …" (see ParseKey), "size 1440 900" in CSS pixels after a
// resize, "media dark=true still=false" when a preference changes, "storage memory WHY" when files are not kept, and
// the answers of effects (see Answer).
package ui
