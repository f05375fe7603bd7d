import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { loadDrawing } from '../room/load-drawing.ts'
import type { Stage } from '../room/stage.ts'
import { Lazy } from '../ui/lazy.tsx'
import type { PDFDocumentProxy } from './reader.ts'

/** Pages further away than this part of the window's height are not drawn. */
const NEAR = '150%'
/** Pixels of a canvas at most: some browsers refuse larger ones. */
const MOST_PIXELS = 16_000_000

interface PageProps {
  readonly stage: Stage
  readonly document: PDFDocumentProxy
  /** From 1. */
  readonly number: number
  /** Width by height of the first page, until those of this one are known. */
  readonly ratio: number
  readonly name: string
}

/**
 * A page of a PDF, drawn while it is near the window, at the pixels of the screen. What was drawn at another size stays
 * until the new picture is there.
 */
export function Page ({ stage, document, number, ratio: likely, name }: PageProps) {
  const frame = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const ratio = useSignal(likely)
  const isNear = useSignal(false)
  const width = useSignal(0)

  useEffect(() => {
    const near = new IntersectionObserver(([entry]) => { isNear.value = entry!.isIntersecting }, {
      root: frame.current!.parentElement, rootMargin: NEAR
    })
    const size = new ResizeObserver(([entry]) => { width.value = Math.round(entry!.contentRect.width) })
    near.observe(frame.current!)
    size.observe(frame.current!)
    return () => {
      near.disconnect()
      size.disconnect()
    }
  }, [])

  useEffect(() => {
    if (!isNear.value || width.value === 0) return
    let stop = () => {}
    let isStopped = false
    async function draw () {
      const page = await document.getPage(number)
      const plain = page.getViewport({ scale: 1 })
      ratio.value = plain.width / plain.height
      const wanted = width.value * devicePixelRatio / plain.width
      const scale = Math.min(wanted, Math.sqrt(MOST_PIXELS / (plain.width * plain.height)))
      const viewport = page.getViewport({ scale })
      if (isStopped) return
      const drawn = window.document.createElement('canvas')
      drawn.width = Math.floor(viewport.width)
      drawn.height = Math.floor(viewport.height)
      const drawing = page.render({ canvas: drawn, viewport })
      stop = () => {
        drawing.cancel()
        free(drawn)
      }
      await drawing.promise
      if (!isStopped && canvas.current !== null) show(canvas.current, drawn)
      free(drawn)
    }
    draw().catch((error: unknown) => {
      if ((error as Error).name !== 'RenderingCancelledException' && !isStopped) throw error
    })
    return () => {
      isStopped = true
      stop()
    }
  }, [isNear.value, width.value, document])

  useEffect(() => {
    const { current } = canvas
    return () => {
      free(current!)
      delete current!.dataset.drawn
    }
  }, [isNear.value, document])

  const hasDrawing = isNear.value && (stage.sketch.drawing.value !== null || stage.chosen.value?.drawn != null)
  return (
    <div class='pdf-page' ref={frame} data-page={number} style={{ '--ratio': String(ratio.value) }}>
      <canvas ref={canvas} width={0} height={0} role='img' aria-label={`Page ${number} of ${name}`} />
      {hasDrawing && <Lazy load={loadDrawing} props={{ stage, ratio: ratio.value, page: number }} />}
    </div>
  )
}

function show (canvas: HTMLCanvasElement, drawn: HTMLCanvasElement): void {
  canvas.width = drawn.width
  canvas.height = drawn.height
  canvas.getContext('2d')!.drawImage(drawn, 0, 0)
  canvas.dataset.drawn = 'true'
}

/** Frees the pixels of a canvas. */
function free (canvas: HTMLCanvasElement): void {
  canvas.width = canvas.height = 0
}
