package main

import (
	"flag"
	"fmt"
	"os"

	"warpbook.dev/install"
)

func placeFlags(flags *flag.FlagSet) *install.Place {
	p := &install.Place{}
	flags.BoolVar(&p.User, "user", false, "the user's own Jupyter data directory")
	flags.StringVar(&p.Prefix, "prefix", "", "below `P`/share/jupyter")
	flags.BoolVar(&p.SysPrefix, "sys-prefix", false, "the active virtual or Conda environment")
	return p
}

func (c *call) install(args []string) int {
	flags := c.flags()
	place := placeFlags(flags)
	name := flags.String("name", install.DefaultName, "the kernelspec's name `N`")
	if _, status, ok := c.parse(flags, args); !ok {
		return status
	}
	dir, err := install.CurrentEnvironment().DataDir(*place)
	if err != nil {
		return c.fail(err)
	}
	binary, err := os.Executable()
	if err != nil {
		return c.fail(err)
	}
	folders, err := install.Install(dir, *name, binary)
	for _, folder := range folders {
		fmt.Fprintf(c.stdout, "installed %s\n", folder)
	}
	if err != nil {
		return c.fail(err)
	}
	return exitOK
}

func (c *call) uninstall(args []string) int {
	flags := c.flags()
	place := placeFlags(flags)
	name := flags.String("name", "", "only the kernelspec called `N`")
	if _, status, ok := c.parse(flags, args); !ok {
		return status
	}
	env := install.CurrentEnvironment()
	var dirs []string
	for _, dir := range env.DataDirs() {
		if dir.Own {
			dirs = append(dirs, dir.Path)
		}
	}
	if *place != (install.Place{}) {
		dir, err := env.DataDir(*place)
		if err != nil {
			return c.fail(err)
		}
		dirs = []string{dir}
	}
	removed, err := install.Uninstall(dirs, *name)
	for _, folder := range removed {
		fmt.Fprintf(c.stdout, "removed %s\n", folder)
	}
	if err != nil {
		return c.fail(err)
	}
	if len(removed) == 0 {
		fmt.Fprintf(c.stdout, "nothing to remove in %v\n", dirs)
	}
	return exitOK
}
