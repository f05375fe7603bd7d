import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { Stage } from '../room/stage.ts'
import { keepArrows } from '../zoom/keep-arrows.ts'
import { ZoomSteps } from '../zoom/steps.tsx'
import { Page } from './page.tsx'
import { getWorker, openDocument, type PDFDocumentLoadingTask, type PDFDocumentProxy } from './reader.ts'
import { usePageSize } from './use-page-size.ts'
import './pdf.css'

interface PagesProps {
  readonly stage: Stage
  readonly url: string
  readonly name: string
  /** To save the file; null where that is not allowed. */
  readonly download: string | null
}

/** All pages of a PDF, one below the other. Those that are near are drawn. */
export function Pages ({ stage, url, name, download }: PagesProps) {
  const opened = useSignal<{ document: PDFDocumentProxy, ratio: number } | null>(null)
  const failure = useSignal<string | null>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const count = opened.value?.document.numPages ?? 0

  useEffect(() => {
    let task: PDFDocumentLoadingTask | undefined
    let isClosed = false
    async function open () {
      await getWorker()
      if (isClosed) return
      task = openDocument(url)
      const document = await task.promise
      const { width, height } = (await document.getPage(1)).getViewport({ scale: 1 })
      if (!isClosed) opened.value = { document, ratio: width / height }
    }
    open().catch((error: unknown) => { if (!isClosed) failure.value = whyNot(error) })
    return () => {
      isClosed = true
      opened.value = null
      task?.destroy()
    }
    // A file keeps its first URL: with another one it would begin at page 1.
  }, [])

  function go (number: number): void {
    const pages = scroller.current?.children as HTMLCollectionOf<HTMLElement> | undefined
    const page = pages?.[number - 1]
    // As far below the top as the first one.
    if (page !== undefined) scroller.current!.scrollTop = page.offsetTop - pages![0]!.offsetTop
  }
  useEffect(() => count === 0 ? undefined : stage.openPages(go), [count])

  const size = usePageSize(scroller, count, () => stage.page.peek() ?? 1, go)
  /** The first page of which half is seen, or which fills half of the window of pages. */
  function look (): void {
    // It scrolls back to what was shown.
    if (size.isResized()) return
    const { scrollTop, clientHeight, children } = scroller.current!
    const reached = ([...children] as HTMLElement[]).find(({ offsetTop, offsetHeight }) =>
      offsetTop + offsetHeight > scrollTop + Math.min(clientHeight, offsetHeight) / 2)
    stage.turned(Number(reached?.dataset.page ?? 1))
    size.note()
  }

  if (failure.value !== null) {
    return (
      <div class='stage without'>
        <p role='alert'>{failure.value}</p>
        {download !== null && <a class='button' href={download} download={name}>Download {name}</a>}
      </div>
    )
  }
  if (opened.value === null) return <div class='stage skeleton' />
  const { document, ratio } = opened.value
  const { fitPage, fitWidth } = size
  const current = stage.page.value ?? 1
  return (
    <div class='pdf'>
      {/* Arrow keys scroll it. */}
      <div
        class={size.isByWidth ? 'pdf-pages by-width' : 'pdf-pages'} style={{ '--zoom': String(size.zoom) }}
        ref={scroller} tabIndex={0} role='region' aria-label={`Pages of ${name}`} onScroll={look} onKeyDown={keepArrows}
      >
        {Array.from({ length: count }, (_, index) => (
          <Page key={index} stage={stage} document={document} number={index + 1} ratio={ratio} name={name} />
        ))}
      </div>
      <div class='pdf-foot'>
        <button type='button' class='button' disabled={current <= 1} onClick={() => go(current - 1)}>Previous page</button>
        <span aria-live='polite'>Page {current} of {count}</span>
        <button type='button' class='button' disabled={current >= count} onClick={() => go(current + 1)}>Next page</button>
        <button type='button' class='button' aria-pressed={size.isPage} onClick={fitPage}>Fit page</button>
        <button type='button' class='button' aria-pressed={size.isWidth} onClick={fitWidth}>Fit width</button>
        <ZoomSteps out={size.out} in={size.in} />
      </div>
    </div>
  )
}

function whyNot (error: unknown): string {
  const { name, message } = error as Error
  if (name === 'PasswordException') return 'This PDF has a password.'
  if (name === 'InvalidPDFException') return 'This file is damaged, or is no PDF.'
  if (!/fetch|network|load failed/i.test(message)) return `The pages cannot be shown: ${message}`
  return `The browser could not read this file. If files are in a bucket, its CORS rules must allow GET and HEAD from ${location.origin}.`
}
