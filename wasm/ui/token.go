package ui

import (
	"inflight/engine/trace"
	h "inflight/wasm/vdom"
)

// Letters, shapes and colours of pods: given by PodID, in order of creation, and kept for the recording. Shapes and
// colours come round after ten, as outlines.
const identities = 10

// letter is the pod's letter: A … Z, then AA, AB ….
func letter(id trace.PodID) string {
	s := ""
	for n := int(id); n >= 0; n = n/26 - 1 {
		s = string(rune('A'+n%26)) + s
	}
	return s
}

// identity is the name of the pod's shape and colour: a … j.
func identity(id trace.PodID) string { return string(rune('a' + int(id)%identities)) }

// who sets the colour of everything inside to the pod's; grey for a pod that was bound from the start.
func (f *frame) who(id trace.PodID) h.Part {
	if id == trace.NoPod || f.wasBound(id) {
		return greyPod
	}
	return colours[int(id)%identities]
}

var (
	greyPod = h.Attr("data-id", "grey")
	colours = func() (out [identities]h.Part) {
		for i := range out {
			out[i] = h.Attr("data-id", identity(trace.PodID(i)))
		}
		return out
	}()
)

// wasBound tells whether the pod was bound before the run began.
func (f *frame) wasBound(id trace.PodID) bool {
	first := f.p.Trace.Initial.Pods
	return int(id) < first.Len() && id >= 0 && first.At(int(id)).Place == trace.Bound
}

// token draws the pod's letter in its shape and colour. It is a picture: the name beside it is the text.
func (f *frame) token(id trace.PodID, classes ...string) *h.Node { return f.drawToken(id, "", classes) }

// flyer is the pod's one token that stands for it on the page: it flies when the pod changes place.
func (f *frame) flyer(id trace.PodID, classes ...string) *h.Node {
	return f.drawToken(id, podKey(id), classes)
}

func (f *frame) drawToken(id trace.PodID, key string, classes []string) *h.Node {
	all := append(make([]string, 0, 4), "tok")
	all = append(all, classes...)
	if id >= identities && !f.wasBound(id) {
		all = append(all, "tok--lap")
	}
	text := letter(id)
	if len(text) > 1 {
		all = append(all, "tok--long")
	}
	return h.El("span", h.Class(all...), f.who(id), hidden, h.If(key != "", h.Group(h.Key(key))),
		shapes[int(id)%identities], h.El("b", h.Text(text)))
}

// shapes are the ten shapes, as nodes that every token shares.
var shapes = drawShapes()

func drawShapes() (out [identities]*h.Node) {
	for i := range out {
		out[i] = h.Svg("svg", box24, use("pod-"+identity(trace.PodID(i))))
	}
	return out
}

// podKey is the key of the pod's flying token.
func podKey(id trace.PodID) string { return "pod:" + itoa(int(id)) }

// rowKey is the key of the pod's row in a lane.
func rowKey(id trace.PodID) string { return "row:" + itoa(int(id)) }

// elKey is the key of a list element's cell.
func elKey(id int) string { return "el:" + itoa(id) }
