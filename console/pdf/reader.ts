import { getDocument, GlobalWorkerOptions, type PDFDocumentLoadingTask } from 'pdfjs-dist'
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { get, insist } from '../loading/load.ts'

export type { PDFDocumentLoadingTask, PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist'

GlobalWorkerOptions.workerSrc = workerUrl

/** What documents refer to instead of bringing it: fonts, and tables of characters. Each is fetched when needed. */
const files = import.meta.glob([
  '../../node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}', '../../node_modules/pdfjs-dist/cmaps/*.bcmap'
], { query: '?url', import: 'default', eager: true })

const urls = new Map(Object.entries(files).map(([path, url]) => [path.slice(path.lastIndexOf('/') + 1), url]))

/** Finds them by their names in the build. */
class Files {
  async fetch ({ filename }: { filename: string }): Promise<Uint8Array> {
    const url = urls.get(filename)
    if (url === undefined) throw new Error(`${filename} is not there`)
    return new Uint8Array(await insist(() => get(url)))
  }
}

let worker: Promise<unknown> | null = null

/** Gets the worker's script for the browser's cache. If it were missing, the library would not ask for it again. */
export async function getWorker (): Promise<void> {
  worker ??= insist(() => get(workerUrl))
  await worker.catch((error: unknown) => {
    worker = null
    throw error
  })
}

/** Opens a document. The page's policy allows neither code that is made of text nor WebAssembly. */
export function openDocument (url: string): PDFDocumentLoadingTask {
  return getDocument({
    url,
    BinaryDataFactory: Files,
    cMapUrl: 'built-in/',
    standardFontDataUrl: 'built-in/',
    useWorkerFetch: false,
    // They would be loaded by a rule of style, which the policy does not allow.
    useSystemFonts: false,
    useWasm: false,
    isEvalSupported: false,
    enableXfa: false
  } as Parameters<typeof getDocument>[0])
}
