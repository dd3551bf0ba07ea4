// Warpbook's extension of JupyterLab 4 and Notebook 7: cells that begin with %%cuda
// are highlighted and indented as CUDA C, and so are .cu files. Notebooks of Colab begin
// with this kernel where none of Python is there.
//
// This file is a module federation container, written by hand: JupyterLab loads it as
// a script, calls init with the modules that it shares, and get for the extension.
// Everything that it needs is shared by JupyterLab, so there is nothing to bundle.
(() => {
  "use strict";

  const NAME = "warpbook"; // of the package, as in package.json
  const CUDA = "text/x-cuda";
  const CUDA_CELL = /^%%(cuda|cu|cpp|cuda_run|cuda_group_save)\b|^%%writefile\b.*\.(cu|cuh|c|h|cpp|cc|hpp)[ \t]*(\n|$)/;
  const LANGUAGE = "starlark"; // of the notebooks whose %%cuda cells are ours

  // --- CUDA C for CodeMirror ---

  const KEYWORD = /^(?:__\w+__|alignas|alignof|asm|auto|break|case|catch|class|const|consteval|constexpr|constinit|const_cast|continue|decltype|default|delete|do|dynamic_cast|else|enum|explicit|extern|for|friend|goto|if|inline|mutable|namespace|new|noexcept|operator|private|protected|public|register|reinterpret_cast|restrict|return|sizeof|static|static_assert|static_cast|struct|switch|template|this|throw|try|typedef|typeid|typename|union|using|virtual|volatile|while)$/;
  const ATOM = /^(?:true|false|nullptr|NULL)$/;
  const TYPE = /^(?:void|bool|(?:signed|unsigned|char|short|int|long|float|double|half|uchar|ushort|uint|ulong|longlong|ulonglong)[1-4]?|__half2?|half2|__nv_bfloat16|dim3|wchar_t|w?char(?:8|16|32)_t|size_t|ptrdiff_t|u?int(?:8|16|32|64|ptr)_t|cuda[A-Z]\w*_t)$/;
  const BUILTIN = /^(?:threadIdx|blockIdx|blockDim|gridDim|warpSize|__\w+|atomic[A-Z]\w*|tex[123]D\w*|make_\w+|printf|assert|cuda[A-Z][A-Za-z0-9]*|clock|clock64|u?min|u?max|l?l?abs|isnan|isinf|isfinite|signbit|sincos(?:pi)?f?|(?:ldexp|scalbl?n|frexp|modf|ilogb|ll?round|ll?rint)f?|(?:sqrt|rsqrt|cbrt|rcbrt|exp|exp2|exp10|expm1|log|log2|log10|log1p|sin|cos|tan|asin|acos|atan|sinh|cosh|tanh|asinh|acosh|atanh|sinpi|cospi|floor|ceil|round|rint|trunc|nearbyint|fabs|erfc?|erfcx|erfc?inv|normcdf(?:inv)?|lgamma|tgamma|logb|[jy][01n]|cyl_bessel_i[01]|r?norm(?:[34]d)?|pow|fmin|fmax|fmod|atan2|r?hypot|fdim|copysign|remainder|remquo|nextafter|fma)f?)$/;

  // The state of the tokeniser: first, before the first token; magic, in the line of
  // %%cuda; directive, in one of the preprocessor; comment, inside /* */; open, the
  // indentation of the line of each bracket that is open.
  const mode = {
    name: "cuda",
    languageData: {
      commentTokens: { line: "//", block: { open: "/*", close: "*/" } },
      closeBrackets: { brackets: ["(", "[", "{", "'", '"'] },
      indentOnInput: /^\s*[)\]}]$/,
    },

    startState: () => ({ first: true, magic: false, directive: false, comment: false, open: [] }),
    copyState: (state) => ({ ...state, open: [...state.open] }),

    token(stream, state) {
      if (stream.sol()) {
        state.directive = state.magic = false;
        if (state.first && stream.match(/^%%\w*/)) {
          state.first = false;
          state.magic = true;
          return "meta";
        }
      }
      state.first = false;
      if (state.magic) {
        stream.skipToEnd();
        return "string";
      }
      if (state.comment) {
        state.comment = !stream.match(/^.*?\*\//);
        if (state.comment) stream.skipToEnd();
        return "comment";
      }
      const lineStart = stream.column() === stream.indentation();
      if (stream.eatSpace()) return null;
      if (stream.match("//")) {
        stream.skipToEnd();
        return "comment";
      }
      if (stream.match("/*")) {
        state.comment = true;
        return "comment";
      }
      if (lineStart && stream.match(/^#\s*\w*/)) {
        state.directive = true;
        return "meta";
      }
      if (state.directive && stream.match(/^<[^>]*>/)) return "string";
      if (stream.match(/^(?:u8|[uUL])?"(?:[^"\\]|\\.)*(?:"|\\?$)/) || stream.match(/^[uUL]?'(?:[^'\\]|\\.)*(?:'|\\?$)/)) return "string";
      if (stream.match(/^(?:0[xX][\da-fA-F'.]+(?:[pP][+-]?\d+)?|0[bB][01']+|(?:\d[\d']*\.?[\d']*|\.\d[\d']*)(?:[eE][+-]?\d+)?)[uUlLfFhH]*/)) return "number";
      const word = stream.match(/^[A-Za-z_]\w*/);
      if (word) return classOf(word[0], stream, state);
      const bracket = stream.match(/^[()[\]{}]/);
      if (bracket) {
        if ("([{".includes(bracket[0])) state.open.push(stream.indentation());
        else state.open.pop();
        return "bracket";
      }
      if (stream.match(/^[-+*/%=<>!&|^~?:]+/)) return "operator";
      stream.next();
      return null;
    },

    indent(state, text, context) {
      if (state.comment || state.open.length === 0) return state.comment ? null : 0;
      const base = state.open[state.open.length - 1];
      return /^\s*[)\]}]/.test(text) ? base : base + context.unit;
    },
  };

  function classOf(word, stream, state) {
    if (KEYWORD.test(word)) return "keyword";
    if (ATOM.test(word)) return "atom";
    if (TYPE.test(word) || BUILTIN.test(word)) return "variableName.standard"; // JupyterLab's theme has no colour for types
    // Outside of all brackets only a declaration is followed by a parenthesis.
    if (state.open.length === 0 && !state.directive && stream.match(/^\s*\(/, false)) return "variableName.definition";
    return "variableName";
  }

  // --- Cells of notebooks ---

  // Keeps the language of the notebook's code cells: CUDA C where the first line says so.
  function watchNotebook(notebook, languages) {
    const watched = new WeakSet();

    const update = async (cell) => {
      const cuda = () =>
        notebook.model?.getMetadata("language_info")?.name === LANGUAGE && CUDA_CELL.test(cell.sharedModel.getSource());
      if (cuda() === (cell.mimeType === CUDA)) return;
      // An editor that is still loading the former language would set it after ours.
      await languages.getLanguage(notebook.codeMimetype);
      if (cuda()) cell.mimeType = CUDA;
      else if (cell.mimeType === CUDA) cell.mimeType = notebook.codeMimetype;
    };
    const watchCells = () => {
      for (const cell of notebook.model?.cells ?? []) {
        if (cell.type !== "code" || watched.has(cell)) continue;
        watched.add(cell);
        cell.contentChanged.connect(() => void update(cell));
        cell.mimeTypeChanged.connect(() => void update(cell)); // JupyterLab sets them anew when a kernel starts
        void update(cell);
      }
    };
    const watchModel = () => {
      notebook.model?.cells.changed.connect(watchCells);
      watchCells();
    };
    notebook.modelChanged.connect(watchModel);
    watchModel();
  }

  // --- Notebooks of Colab ---

  // A notebook of Colab names Python's kernel. JupyterLab asks for another one where no kernel has that name or that language. If ours
  // is there then, it is the one that fits, and starts without a question.
  function chooseKernel(panel) {
    const session = panel.sessionContext;
    const choose = () => {
      const wanted = session.kernelPreference;
      const specs = Object.values(session.specsManager.specs?.kernelspecs ?? {});
      const ours = specs.filter((spec) => spec.language === LANGUAGE);
      const colab = panel.model?.getMetadata("colab") ?? panel.model?.getMetadata("accelerator");
      if (!colab || !wanted.name || ours.length !== 1 || specs.some((spec) => spec.name === wanted.name || spec.language === wanted.language)) return;
      session.kernelPreference = { ...wanted, name: ours[0].name, language: LANGUAGE };
    };
    session.kernelPreferenceChanged.connect(() => {
      if (session.specsManager.specs) choose();
      else void session.specsManager.ready.then(choose);
    });
  }

  // --- The container ---

  let scope; // of JupyterLab's modules: scope[name][version].get() is a promise of a factory

  // JupyterLab shares each of these as a singleton, so there is one version of each.
  async function shared(name) {
    const versions = Object.values(scope[name] ?? {});
    const version = versions.find((v) => v.loaded) ?? versions.at(-1);
    if (!version) throw new Error(`${NAME}: JupyterLab shares no ${name}`);
    return (await version.get())();
  }

  async function plugin() {
    const [{ INotebookTracker }, { IEditorLanguageRegistry }, { LanguageSupport, StreamLanguage }] = await Promise.all(
      ["@jupyterlab/notebook", "@jupyterlab/codemirror", "@codemirror/language"].map(shared)
    );
    return {
      id: `${NAME}:cuda`,
      description: "Highlights CUDA C in %%cuda cells and .cu files, and starts Warpbook for notebooks of Colab where no kernel of Python is there.",
      autoStart: true,
      requires: [INotebookTracker, IEditorLanguageRegistry],
      activate(app, notebooks, languages) {
        if (!languages.findByMIME(CUDA, true)) {
          languages.addLanguage({
            name: "CUDA C",
            alias: ["cuda", "cu"],
            mime: CUDA,
            extensions: ["cu", "cuh"],
            load: async () => new LanguageSupport(StreamLanguage.define(mode)),
          });
        }
        const watch = (panel) => {
          watchNotebook(panel.content, languages);
          chooseKernel(panel);
        };
        notebooks.forEach(watch);
        notebooks.widgetAdded.connect((_, panel) => watch(panel));
      },
    };
  }

  window._JUPYTERLAB = window._JUPYTERLAB || {};
  window._JUPYTERLAB[NAME] = {
    init(shareScope) {
      scope = shareScope;
    },
    async get(module) {
      if (module !== "./extension") throw new Error(`${NAME}: no module ${module}`);
      const exports = { __esModule: true, default: await plugin() };
      return () => exports;
    },
  };
})();
