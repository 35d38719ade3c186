// Package site answers HTTP requests for the built page. It knows files, their
// encodings and the headers a browser needs to run the page safely; it does not
// know how the page was built, on which address it is served, or what it shows.
package site
