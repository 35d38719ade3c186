// Package tools_test tests the scripts in this folder on machines made up for it.
package tools_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// machine is a PATH with the basic commands and those that a test adds.
type machine struct {
	t   *testing.T
	bin string
}

func newMachine(t *testing.T) machine {
	t.Helper()
	m := machine{t, t.TempDir()}
	for _, name := range []string{"sh", "env", "mktemp", "rm", "tail", "head", "sed", "dirname", "cat", "chmod", "true"} {
		path, err := exec.LookPath(name)
		if err != nil {
			t.Skipf("no %s here", name)
		}
		require.NoError(t, os.Symlink(path, filepath.Join(m.bin, name)))
	}
	m.has("uname", `echo Linux`)
	m.has("id", `echo 1000`)
	m.has("ls", `exit 2`) // no font folders
	return m
}

// has adds a command.
func (m machine) has(name, script string) {
	m.t.Helper()
	require.NoError(m.t, os.WriteFile(filepath.Join(m.bin, name), []byte("#!/bin/sh\n"+script+"\n"), 0o755))
}

// root makes the user root and gives it an apt-get that notes what it is asked to
// do and installs the given commands.
func (m machine) root(installs map[string]string) {
	m.has("id", `echo 0`)
	script := `echo "$@" >>"` + m.bin + `/apt.log"` + "\n" + `case "$*" in *update*) exit 0 ;; esac` + "\n"
	for pkg, command := range installs {
		script += `case "$*" in *" ` + pkg + `"*) printf '#!/bin/sh\n` + command + `\n' >"` + m.bin + "/" + pkg + `"; chmod +x "` + m.bin + "/" + pkg + `"; exit 0 ;; esac` + "\n"
	}
	m.has("apt-get", script+"echo 'E: Unable to locate package'; exit 100")
}

func (m machine) log() string {
	b, _ := os.ReadFile(filepath.Join(m.bin, "apt.log"))
	return string(b)
}

// setup runs the script on the machine.
func (m machine) setup(what string, env ...string) (string, error) {
	cmd := exec.Command("./setup.sh", what)
	cmd.Env = append([]string{"PATH=" + m.bin}, env...)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

func TestAllIsThere(t *testing.T) {
	m := newMachine(t)
	m.has("google-chrome", "exit 0")
	m.has("fc-list", "echo Noto Sans CJK JP")
	m.has("node", "echo v20.1.0")
	for _, what := range []string{"browser", "node"} {
		out, err := m.setup(what)
		require.NoError(t, err, out)
		require.Empty(t, out)
	}
}

func TestInstallsAsRoot(t *testing.T) {
	m := newMachine(t)
	m.root(map[string]string{"chromium": "exit 0", "fonts-noto-cjk": "", "nodejs": ""})
	out, err := m.setup("browser")
	require.NoError(t, err, out)
	require.Contains(t, out, "setup: installing chromium (apt-get)")
	require.Equal(t, "update -qq\ninstall -y -q --no-install-recommends chromium\n"+
		"install -y -q --no-install-recommends fonts-noto-cjk\n", m.log(), "one update for both")
}

func TestInstallsWithSudo(t *testing.T) {
	m := newMachine(t)
	m.root(map[string]string{"chromium": "exit 0", "fonts-noto-cjk": ""})
	m.has("id", "echo 1000")
	m.has("sudo", `[ "$1" = -n ] && shift; exec "$@"`)
	out, err := m.setup("browser")
	require.NoError(t, err, out)
	require.Contains(t, m.log(), "chromium")
}

func TestSaysWhatToInstall(t *testing.T) {
	m := newMachine(t)
	m.has("sudo", "exit 1") // it would ask for a password
	m.has("apt-get", "echo must not be called; exit 3")
	out, err := m.setup("browser")
	require.Error(t, err)
	require.Contains(t, out, "sudo apt-get install chromium fonts-noto-cjk")
	require.Contains(t, out, "CHROME=/path/to/chrome make e2e")
	require.NotContains(t, out, "must not be called")

	m.has("chromium", "exit 0")
	out, err = m.setup("browser")
	require.Error(t, err)
	require.Contains(t, out, "sudo apt-get install fonts-noto-cjk")

	out, err = m.setup("node")
	require.Error(t, err)
	require.Contains(t, out, "sudo apt-get install nodejs")
	m.has("node", "echo v16.20.0")
	out, err = m.setup("node")
	require.Error(t, err)
	require.Contains(t, out, "Node.js 18 or newer; this is v16.20.0")
}

func TestFailedInstallIsShown(t *testing.T) {
	m := newMachine(t)
	m.root(nil)
	out, err := m.setup("browser")
	require.Error(t, err)
	require.Contains(t, out, "E: Unable to locate package")
	require.Contains(t, out, "none was found in PATH")
}

// Ubuntu's chromium-browser is a script that only says where the snap is.
func TestProgramThatDoesNotStartIsNone(t *testing.T) {
	m := newMachine(t)
	m.has("chromium-browser", "echo 'requires the chromium snap'; exit 1")
	out, err := m.setup("browser")
	require.Error(t, err)
	require.Contains(t, out, "sudo snap install chromium")
}

func TestNamedBrowser(t *testing.T) {
	m := newMachine(t)
	m.has("fc-list", "echo Noto Sans CJK JP")
	out, err := m.setup("browser", "CHROME=/nowhere/chrome")
	require.Error(t, err)
	require.Contains(t, out, "CHROME=/nowhere/chrome: no such program")
	m.has("mine", "exit 0")
	out, err = m.setup("browser", "CHROME="+filepath.Join(m.bin, "mine"))
	require.NoError(t, err, out)
	m.has("mine", "exit 1")
	out, err = m.setup("browser", "CHROME=mine")
	require.Error(t, err)
	require.Contains(t, out, "does not start")
}

func TestParts(t *testing.T) {
	out, err := exec.Command("./part.sh", "a part", "sh", "-c", "echo its own words").CombinedOutput()
	require.NoError(t, err)
	require.Regexp(t, `^── a part\nits own words\n── a part: passed in \d+ s\n$`, string(out))
	out, err = exec.Command("./part.sh", "a part", "sh", "-c", "exit 7").CombinedOutput()
	var exit *exec.ExitError
	require.ErrorAs(t, err, &exit)
	require.Equal(t, 7, exit.ExitCode())
	require.Contains(t, string(out), "FAILED")
}

// axe-core comes from npm, in the bytes that are known, and where it does not come the tests do not go on without it.
func TestAxeComesFromNpm(t *testing.T) {
	m := newMachine(t)
	for _, name := range []string{"mkdir", "mv", "tar", "gzip"} {
		path, err := exec.LookPath(name)
		if err != nil {
			t.Skipf("no %s here", name)
		}
		require.NoError(t, os.Symlink(path, filepath.Join(m.bin, name)))
	}
	dir := "TOOLS_DIR=" + t.TempDir()
	out, err := m.setup("axe", dir)
	require.Error(t, err)
	require.Contains(t, out, "npm was not found in PATH")

	m.has("npm", "echo npm error network request failed >&2; exit 1")
	out, err = m.setup("axe", dir)
	require.Error(t, err)
	require.Contains(t, out, "npm error network request failed")
	require.Contains(t, out, "npm config set registry")

	m.has("npm", `for last; do :; done; : >"axe-core-${last#*@}.tgz"`)
	m.has("node", "echo something-else")
	out, err = m.setup("axe", dir)
	require.Error(t, err)
	require.Contains(t, out, "is not what it was: sha512-something-else")
	left, err := os.ReadDir(dir[len("TOOLS_DIR="):])
	require.NoError(t, err)
	require.Empty(t, left, "nothing half done stays")
}
