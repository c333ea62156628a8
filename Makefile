# All tasks of this repository, one name for each. `make` alone lists the names.

PREFIX ?= /usr/local
DESTDIR ?=
BINDIR = $(PREFIX)/bin
DATADIR = $(PREFIX)/share
# The folder in which systemd looks for user units.
USERUNITDIR = $(PREFIX)/lib/systemd/user

# The folder in which zsh looks for the completions of other programs. Debian has a separate folder for packages.
ZSHDIR ?= $(DATADIR)/zsh/site-functions

ID = io.github.segueplayer.Segue
# The sizes at which the icon is a simpler drawing.
SMALL_ICONS = 16x16 22x22 24x24 32x32
SWIFT_FLAGS = --explicit-target-dependency-import-check error
RELEASE_FLAGS = -c release --static-swift-stdlib --disable-local-rpath -Xlinker --gc-sections -Xlinker -s \
	$(SWIFT_FLAGS)
BINARY = .build/release/segue
WINDOW = .build/release/segue-window
LANGUAGES = $(patsubst po/%.po,%,$(wildcard po/*.po))
SOURCES = Package.swift Sources Tests Benchmarks Examples Fuzz/Targets Fuzz/Program

.PHONY: help run build test lint validate check-docs fuzz sanitize coverage docs bench transitions-report \
	beats-report screenshots translations install install-player install-window uninstall deb source clean

help:
	@echo 'make run [FILES="A.flac B.ogg"]  build and play these, or three generated pieces'
	@echo '                                 (a name with spaces: FILES="\"My song.flac\" B.ogg")'
	@echo 'make build                       build the release binaries, $(BINARY) and $(WINDOW)'
	@echo 'make test                        run everything that CI checks'
	@echo 'make lint                        check the format of the sources'
	@echo 'make fuzz [SECONDS=60]           run libFuzzer on each reader of untrusted bytes'
	@echo 'make sanitize                    run the tests under AddressSanitizer'
	@echo 'make coverage                    measure the lines and functions that the tests reach'
	@echo 'make check-docs                  run the commands of the documents in a temporary home'
	@echo 'make docs                        build the documentation of SegueKit in .build/docs'
	@echo 'make bench                       measure the cost of playing beside a bare pipeline'
	@echo 'make transitions-report          measure how level transitions are, plain and listening'
	@echo 'make beats-report                measure rhythm detection beside a second detector'
	@echo 'make screenshots                 take the pictures of the window for data/screenshots'
	@echo 'make translations                collect the texts of the window into po/'
	@echo 'make install                     install under PREFIX ($(PREFIX)), staged in DESTDIR'
	@echo 'make uninstall                   remove the installed files'
	@echo 'make deb                         build Debian packages of player and window in .build'
	@echo 'make source                      build a Debian source package in .build/source'
	@echo 'make clean                       remove the built files'

run:
	@scripts/dependencies build run more $$(scripts/run --needs)
	@$(MAKE) --no-print-directory $(BINARY) $$(scripts/run --builds)
	@scripts/run $(FILES)

build:
	@scripts/dependencies build window
	@$(MAKE) --no-print-directory $(BINARY) $(WINDOW)

# SwiftPM knows better than make what is up to date.
.PHONY: $(BINARY)
$(BINARY):
	scripts/swift-build $(RELEASE_FLAGS) --product segue $$(scripts/without-icu-data)

.PHONY: $(WINDOW)
$(WINDOW):
	scripts/swift-build $(RELEASE_FLAGS) --product segue-window $$(scripts/without-icu-data)

# Optimised, what computes in the tests takes a tenth of the time.
test: export SEGUE_OPTIMIZED = 1
test:
	@scripts/dependencies build window run more package test
	@scripts/sound-servers
	@$(MAKE) --no-print-directory lint validate
	scripts/swift-build --build-tests $(SWIFT_FLAGS)
	@scripts/test

lint:
	swift format lint --strict --parallel --configuration .swift-format --recursive $(SOURCES)
	@for script in scripts/* .ci/run; do \
		case "$$script" in */packages | */suites | */prose) continue ;; esac; bash -n "$$script" || exit 1; \
	done
	@scripts/prose
	@! LC_ALL=C.UTF-8 grep -rInE '^.{121}' $(SOURCES) scripts .ci Makefile dbus || \
		{ echo 'make lint: these lines have more than 120 columns.' >&2; exit 1; }

validate:
	@scripts/validate

check-docs:
	@scripts/dependencies build run more demo test
	@$(MAKE) --no-print-directory $(BINARY)
	@scripts/check-docs

SECONDS ?= 60
fuzz:
	@scripts/dependencies build
	@scripts/fuzz $(SECONDS)

sanitize:
	@scripts/dependencies build window run more package test
	@scripts/sound-servers
	@scripts/sanitize address

coverage:
	@scripts/dependencies build window run more package test
	@scripts/sound-servers
	@scripts/coverage

docs:
	@scripts/dependencies build
	@scripts/docs $(SWIFT_FLAGS)

transitions-report: build
	scripts/swift-build -c release $(SWIFT_FLAGS) --product PlanningBenchmark
	@Benchmarks/transitions-report

beats-report: build
	scripts/swift-build -c release $(SWIFT_FLAGS) --product PlansReport
	@Benchmarks/beats-report

bench: build
	@scripts/dependencies run more test
	@scripts/sound-servers
	@scripts/footprint
	@scripts/render-speed
	swift run -c release $(SWIFT_FLAGS) QueueBenchmark
	swift run -c release $(SWIFT_FLAGS) PlanningBenchmark
	swift run -c release $(SWIFT_FLAGS) BusBenchmark
	swift run -c release $(SWIFT_FLAGS) EarBenchmark

screenshots: build
	@scripts/dependencies run more demo test
	@scripts/screenshots

translations:
	@scripts/dependencies window
	@scripts/translations

# Installs the window too, if it has been built.
install: install-player
	$(if $(wildcard $(WINDOW)),@$(MAKE) --no-print-directory install-window)

install-player:
	@test -x $(BINARY) || { echo 'make install: run `make build` first.' >&2; exit 1; }
	install -D -m 755 $(BINARY) '$(DESTDIR)$(BINDIR)/segue'
	install -D -m 644 data/$(ID).desktop '$(DESTDIR)$(DATADIR)/applications/$(ID).desktop'
	install -D -m 644 data/$(ID).metainfo.xml '$(DESTDIR)$(DATADIR)/metainfo/$(ID).metainfo.xml'
	install -D -m 644 data/icons/$(ID).svg '$(DESTDIR)$(DATADIR)/icons/hicolor/scalable/apps/$(ID).svg'
	for size in $(SMALL_ICONS); do \
		install -D -m 644 data/icons/$(ID)-small.svg \
			'$(DESTDIR)$(DATADIR)/icons/hicolor/'"$$size"'/apps/$(ID).svg' || exit 1; \
	done
	install -D -m 644 data/icons/$(ID)-symbolic.svg '$(DESTDIR)$(DATADIR)/icons/hicolor/symbolic/apps/$(ID)-symbolic.svg'
	install -D -m 644 data/segue.1 '$(DESTDIR)$(DATADIR)/man/man1/segue.1'
	install -D -m 644 data/config.toml.sample '$(DESTDIR)$(DATADIR)/segue/config.toml.sample'
	install -d '$(DESTDIR)$(DATADIR)/dbus-1/services' '$(DESTDIR)$(DATADIR)/dbus-1/interfaces' '$(DESTDIR)$(USERUNITDIR)'
	install -m 644 dbus/io.*.xml '$(DESTDIR)$(DATADIR)/dbus-1/interfaces/'
	for file in dbus/*.service; do \
		sed 's,/usr/bin/,$(BINDIR)/,' "$$file" > '$(DESTDIR)$(DATADIR)/dbus-1/services/'"$${file##*/}" || exit 1; \
	done
	install -D -m 644 data/search/$(ID).search-provider.ini \
		'$(DESTDIR)$(DATADIR)/gnome-shell/search-providers/$(ID).search-provider.ini'
	install -D -m 644 data/search/$(ID).Search.desktop \
		'$(DESTDIR)$(DATADIR)/krunner/dbusplugins/$(ID).Search.desktop'
	sed 's,/usr/bin/,$(BINDIR)/,' data/segue.service > '$(DESTDIR)$(USERUNITDIR)/segue.service'
	install -d '$(DESTDIR)$(DATADIR)/bash-completion/completions' '$(DESTDIR)$(ZSHDIR)' \
		'$(DESTDIR)$(DATADIR)/fish/vendor_completions.d'
	$(BINARY) completions bash | sed '1{/^#!/d}' > '$(DESTDIR)$(DATADIR)/bash-completion/completions/segue'
	$(BINARY) completions zsh > '$(DESTDIR)$(ZSHDIR)/_segue'
	$(BINARY) completions fish > '$(DESTDIR)$(DATADIR)/fish/vendor_completions.d/segue.fish'

install-window:
	@test -x '$(WINDOW)' || { echo 'make install-window: run `make build` first.' >&2; exit 1; }
	install -D -m 755 '$(WINDOW)' '$(DESTDIR)$(BINDIR)/segue-window'
	install -D -m 644 data/segue-window.1 '$(DESTDIR)$(DATADIR)/man/man1/segue-window.1'
	install -D -m 644 data/icons/$(ID)-heart-outline-symbolic.svg \
		'$(DESTDIR)$(DATADIR)/icons/hicolor/symbolic/apps/$(ID)-heart-outline-symbolic.svg'
	install -d '$(DESTDIR)$(DATADIR)/applications' '$(DESTDIR)$(DATADIR)/dbus-1/services'
	scripts/window-entry > '$(DESTDIR)$(DATADIR)/applications/$(ID).desktop'
	for file in dbus/window/*.service; do \
		sed 's,/usr/bin/,$(BINDIR)/,' "$$file" > '$(DESTDIR)$(DATADIR)/dbus-1/services/'"$${file##*/}" || exit 1; \
	done
	for language in $(LANGUAGES); do \
		install -d '$(DESTDIR)$(DATADIR)/locale/'"$$language"/LC_MESSAGES && \
		msgfmt -o '$(DESTDIR)$(DATADIR)/locale/'"$$language"/LC_MESSAGES/segue.mo "po/$$language.po" || exit 1; \
	done

uninstall:
	rm -f '$(DESTDIR)$(BINDIR)/segue' '$(DESTDIR)$(BINDIR)/segue-window' \
		'$(DESTDIR)$(DATADIR)/man/man1/segue-window.1' \
		'$(DESTDIR)$(DATADIR)/applications/$(ID).desktop' \
		'$(DESTDIR)$(DATADIR)/metainfo/$(ID).metainfo.xml' \
		'$(DESTDIR)$(DATADIR)/icons/hicolor/scalable/apps/$(ID).svg' \
		'$(DESTDIR)$(DATADIR)/icons/hicolor/symbolic/apps/$(ID)-symbolic.svg' \
		'$(DESTDIR)$(DATADIR)/icons/hicolor/symbolic/apps/$(ID)-heart-outline-symbolic.svg' \
		'$(DESTDIR)$(DATADIR)/man/man1/segue.1' \
		'$(DESTDIR)$(USERUNITDIR)/segue.service' \
		'$(DESTDIR)$(DATADIR)/bash-completion/completions/segue' \
		'$(DESTDIR)$(ZSHDIR)/_segue' \
		'$(DESTDIR)$(DATADIR)/fish/vendor_completions.d/segue.fish' \
		'$(DESTDIR)$(DATADIR)/gnome-shell/search-providers/$(ID).search-provider.ini' \
		'$(DESTDIR)$(DATADIR)/krunner/dbusplugins/$(ID).Search.desktop'
	rm -rf '$(DESTDIR)$(DATADIR)/segue'
	for size in $(SMALL_ICONS); do rm -f '$(DESTDIR)$(DATADIR)/icons/hicolor/'"$$size"'/apps/$(ID).svg'; done
	for file in dbus/*.service dbus/window/*.service; do \
		rm -f '$(DESTDIR)$(DATADIR)/dbus-1/services/'"$${file##*/}"; \
	done
	for language in $(LANGUAGES); do \
		rm -f '$(DESTDIR)$(DATADIR)/locale/'"$$language"/LC_MESSAGES/segue.mo; \
	done
	for file in dbus/io.*.xml; do rm -f '$(DESTDIR)$(DATADIR)/dbus-1/interfaces/'"$${file##*/}"; done

source:
	@scripts/source-package

deb:
	@scripts/dependencies build window package
	@$(MAKE) --no-print-directory $(BINARY) $(WINDOW)
	@scripts/package $(BINARY)
	@scripts/package $(WINDOW)

clean:
	swift package clean
	rm -rf .build/pieces
