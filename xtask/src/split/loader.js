// Everything above was written by the library that splits the page: it gives what a part takes from the first one. Below, parts are loaded.
// The first part calls what is exported, by the names that the library expects.

// Joined files ask for the same under another name.
function shared() {
    const { __wasm_split } = getSharedImports();
    return { __wasm_split, first: __wasm_split };
}

const coming = new Map();

// Each file once. After a failure whoever asks next tries again.
function file(name) {
    if (!coming.has(name)) {
        const here = WebAssembly.instantiateStreaming(fetch(new URL(`./${name}.wasm`, import.meta.url)), shared());
        here.catch(() => coming.delete(name));
        coming.set(name, here);
    }
    return coming.get(name);
}

// Tells the first part, by an entry of its table, whether all files of a part came.
function part(files) {
    return async (callback, data) => {
        let came = true;
        try {
            await Promise.all(files.map(file));
        } catch (error) {
            console.error(error);
            came = false;
        }
        shared().first.__indirect_function_table.get(callback)(data, came);
    };
}

