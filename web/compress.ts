/** Command, last step of the build: writes a .br and a .gz next to every text file that browsers load. */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const folder = join(import.meta.dirname, "build/client");
const compressible = /\.(m?js|css|svg|json|txt|xml|wasm|ttf)$/;

const files = (await readdir(folder, { recursive: true })).filter((file) => compressible.test(file));
await Promise.all(
  files.map(async (file) => {
    const path = join(folder, file);
    const content = await readFile(path);
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
    await writeFile(`${path}.br`, await promisify(brotliCompress)(content, { params }));
    await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
  }),
);
console.log(`${files.length} files compressed`);
