import { placeOf, written } from '../film/clock.ts'

/** The player or the picture of the page, which other parts of the console draw. */

export type Area = Readonly<Record<'x' | 'y' | 'width' | 'height', number>>

export function playerOf (): HTMLMediaElement | null {
  return document.querySelector<HTMLMediaElement>('.stage video, .stage audio')
}

function pictureOf (): HTMLElement | null {
  return document.querySelector<HTMLElement>('.stage img')
}

/** The present moment, as it is written down; null if nothing plays. */
export function momentOf (): number | null {
  const player = playerOf()
  return player === null ? null : written(player.currentTime)
}

export function seek (seconds: number): void {
  const player = playerOf()
  if (player !== null) player.currentTime = placeOf(seconds)
}

/** The smallest side of an area: a click marks one of this size. */
const SMALLEST = 0.05

/**
 * Lets the user mark a part of the picture, by a click or by dragging, during which the picture does not open. Returns
 * a function that ends it.
 */
export function takeAreas (onArea: (area: Area) => void): () => void {
  let begun: { x: number, y: number } | null = null
  const at = (event: PointerEvent) => {
    const picture = pictureOf()
    if (picture === null || !(event.target instanceof Node) || !picture.contains(event.target)) return null
    const { left, top, width, height } = picture.getBoundingClientRect()
    return { x: within((event.clientX - left) / width), y: within((event.clientY - top) / height) }
  }
  const down = (event: PointerEvent) => {
    begun = at(event)
    if (begun !== null) event.preventDefault()
  }
  const up = (event: PointerEvent) => {
    const end = begun === null ? null : at(event) ?? begun
    if (begun !== null && end !== null) onArea(between(begun, end))
    begun = null
  }
  const click = (event: MouseEvent) => {
    if (event.target instanceof Node && pictureOf()?.contains(event.target) === true) event.preventDefault()
  }
  document.addEventListener('pointerdown', down, true)
  document.addEventListener('pointerup', up, true)
  document.addEventListener('click', click, true)
  return () => {
    document.removeEventListener('pointerdown', down, true)
    document.removeEventListener('pointerup', up, true)
    document.removeEventListener('click', click, true)
  }
}

function within (part: number): number {
  return Math.min(1, Math.max(0, part))
}

function between (one: { x: number, y: number }, other: { x: number, y: number }): Area {
  const side = (a: number, b: number) => {
    const length = Math.max(Math.abs(a - b), SMALLEST)
    const start = Math.min(Math.max(0, Math.abs(a - b) < SMALLEST ? a - SMALLEST / 2 : Math.min(a, b)), 1 - length)
    return [rounded(start), rounded(Math.min(length, 1 - start))] as const
  }
  const [x, width] = side(one.x, other.x)
  const [y, height] = side(one.y, other.y)
  return { x, y, width, height }
}

/** Rounds down, so that a sum stays within 1. */
function rounded (part: number): number {
  return Math.floor(part * 10_000) / 10_000
}

/** Draws areas onto the picture. Returns a function that removes them. */
export function drawAreas (areas: readonly Area[]): () => void {
  const picture = pictureOf()
  const stage = picture?.closest<HTMLElement>('.stage')
  if (picture == null || stage == null) return () => {}
  const layer = document.createElement('div')
  layer.className = 'comment-areas'
  const place = () => {
    const [frame, around] = [picture.getBoundingClientRect(), stage.getBoundingClientRect()]
    Object.assign(layer.style, {
      left: `${frame.left - around.left}px`,
      top: `${frame.top - around.top}px`,
      width: `${frame.width}px`,
      height: `${frame.height}px`
    })
  }
  for (const { x, y, width, height } of areas) {
    const box = document.createElement('span')
    Object.assign(box.style, { left: `${x * 100}%`, top: `${y * 100}%`, width: `${width * 100}%`, height: `${height * 100}%` })
    layer.append(box)
  }
  stage.append(layer)
  const watch = new ResizeObserver(place)
  watch.observe(picture)
  watch.observe(stage)
  place()
  return () => {
    watch.disconnect()
    layer.remove()
  }
}
