import { useSignal } from '@preact/signals'
import type { TargetedPointerEvent, TargetedTouchEvent, TargetedWheelEvent } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { widestOf } from '../room/picture.tsx'
import type { Stage } from '../room/stage.ts'
import type { StageZoom } from '../room/stage.tsx'
import type { Size } from '../room/still.tsx'
import { useOnePointer } from '../ui/one-pointer.ts'
import { keepArrows } from './keep-arrows.ts'
import { betweenFingers, distanceOf, middleOf, type Place } from './places.ts'
import { createSwipe } from './swipe.ts'
import { useShown } from './use-shown.ts'

/** How many pixels of the screen one of the picture gets at most. */
const MOST = 8
/** What a press of a button changes. */
const STEP = 1.5
/** What a pixel of the wheel changes, and of the fingers on a trackpad, whose steps are smaller; and most at once. */
const BY_WHEEL = 0.002
const BY_TRACKPAD = 0.01
const MOST_AT_ONCE = 0.25
/** Some browsers count a wheel in lines. */
const LINE = 33

/** Whole, with a pixel of the picture for each pixel of the screen, or this wide, in pixels of the page. */
type Scale = 'fit' | 'pixels' | number

/** What stays at its place while the size changes: a part of the picture, and a place in the window. */
interface Held extends Place { readonly partX: number, readonly partY: number }

/**
 * Zooms a picture: by buttons, by the wheel, by two fingers that come together or part. It is moved by scrolling, as by
 * two fingers on a trackpad, and by the mouse.
 */
export function useZoom (stage: Stage, name: string, size: Size | null) {
  const frame = useRef<HTMLDivElement>(null)
  const held = useRef<Held | null>(null)
  const dragged = useRef<Place & { left: number, top: number }>(undefined)
  const pinched = useRef<Held & { width: number, distance: number }>(null)
  const isSwipe = useMemo(createSwipe, [])
  const scale = useSignal<Scale>('fit')
  const room = useSignal({ width: 0, height: 0 })

  // Scroll bars take nothing of it.
  useEffect(() => {
    const { current: whole } = frame
    const watch = new ResizeObserver(() => { room.value = { width: whole!.offsetWidth, height: whole!.offsetHeight } })
    watch.observe(whole!)
    return () => watch.disconnect()
  }, [])

  const filled = size === null ? 0 : Math.min(room.value.width, room.value.height * size.width / size.height)
  const fit = size === null ? 0 : Math.min(filled, widestOf(size) ?? filled)
  const pixels = size === null ? 0 : size.width / devicePixelRatio
  const most = Math.max(fit, MOST * pixels)
  const widthOf = (asked: Scale) =>
    Math.min(most, Math.max(fit, asked === 'fit' ? fit : asked === 'pixels' ? pixels : asked))
  const width = widthOf(scale.value)
  const isLarger = width > fit + 0.5

  function heldAt ({ x, y }: Place): Held {
    const { left, top, width, height } = frame.current!.firstElementChild!.getBoundingClientRect()
    return { x, y, partX: (x - left) / width, partY: (y - top) / height }
  }
  const heldInMiddle = () => heldAt(middleOf(frame.current!))
  function settle (): void {
    if (held.current === null) return
    const { x, y, partX, partY } = held.current
    held.current = null
    const { left, top, width, height } = frame.current!.firstElementChild!.getBoundingClientRect()
    frame.current!.scrollLeft += left + partX * width - x
    frame.current!.scrollTop += top + partY * height - y
  }
  useLayoutEffect(settle)
  useShown(stage, frame)

  function zoomTo (asked: Scale, staying = heldInMiddle()): void {
    const before = scale.peek()
    held.current = staying
    scale.value = typeof asked !== 'number' ? asked : asked <= fit ? 'fit' : Math.min(asked, most)
    if (scale.peek() === before) settle()
  }
  const now = () => widthOf(scale.peek())
  /** Otherwise a part is marked, or a drawing is made. */
  const isFree = () => stage.takeArea.peek() === null && !stage.sketch.isDrawing.peek()

  function onWheel (event: TargetedWheelEvent<HTMLDivElement>): void {
    const { ctrlKey, shiftKey, deltaX, deltaMode, clientX: x, clientY: y } = event
    const delta = event.deltaY * (deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE : 1)
    const isSideways = shiftKey || Math.abs(deltaX) > Math.abs(delta)
    // From a picture that is whole, the page scrolls on.
    const isOnward = !ctrlKey && delta > 0 && now() <= fit
    const scrolls = !ctrlKey && isSwipe(event)
    if (size === null || isSideways || isOnward || scrolls) return
    event.preventDefault()
    const step = -delta * (ctrlKey ? BY_TRACKPAD : BY_WHEEL)
    zoomTo(now() * Math.exp(Math.min(MOST_AT_ONCE, Math.max(-MOST_AT_ONCE, step))), heldAt({ x, y }))
  }

  function onTouchStart ({ touches }: TargetedTouchEvent<HTMLDivElement>): void {
    pinched.current = touches.length === 2 && size !== null && isFree()
      ? { ...heldAt(betweenFingers(touches)), width: now(), distance: distanceOf(touches) }
      : null
  }
  function onTouchMove (event: TargetedTouchEvent<HTMLDivElement>): void {
    const { current: begun } = pinched
    if (begun === null) return
    if (event.cancelable) event.preventDefault()
    const { width, distance, ...between } = begun
    zoomTo(width * distanceOf(event.touches) / distance, { ...between, ...betweenFingers(event.touches) })
  }
  const onTouchEnd = () => { pinched.current = null }

  const { handlers } = useOnePointer({
    begin: ({ clientX: x, clientY: y }) => {
      dragged.current = { x, y, left: frame.current!.scrollLeft, top: frame.current!.scrollTop }
    },
    move: ({ clientX, clientY }) => {
      const { x, y, left, top } = dragged.current!
      frame.current!.scrollTo(left + x - clientX, top + y - clientY)
    }
  })
  // Fingers scroll by themselves, and scroll bars are the frame's own.
  const onPointerDown = (event: TargetedPointerEvent<HTMLDivElement>) => {
    const isOnPicture = event.target !== event.currentTarget
    if (isLarger && event.pointerType === 'mouse' && isOnPicture && isFree()) handlers.onPointerDown(event)
  }

  const scrolls = width > filled + 0.5
  const onStage: StageZoom = {
    width: isLarger ? width : null,
    frame: {
      ref: frame,
      ...handlers,
      onPointerDown,
      onWheel,
      onTouchStart,
      onTouchMove,
      onTouchEnd,
      onTouchCancel: onTouchEnd,
      // The mouse would take the picture with it.
      onDragStart: (event) => { if (isLarger) event.preventDefault() },
      ...scrolls && { tabIndex: 0, role: 'region', 'aria-label': `Zoomed: ${name}`, onKeyDown: keepArrows }
    }
  }
  return {
    onStage,
    /** A picture that changes its size keeps its middle. */
    holdMiddle: () => { held.current ??= heldInMiddle() },
    isFit: scale.value === 'fit',
    isPixels: scale.value === 'pixels' || (scale.value !== 'fit' && Math.abs(width - pixels) < 0.5),
    /** Whether the picture has too few pixels for what is asked. */
    isShort: size !== null && (scale.value === 'pixels' || width > pixels + 0.5),
    /** Whether its own pixels are less than what fits. */
    isSmall: pixels < fit - 0.5,
    fit: () => zoomTo('fit'),
    toPixels: () => zoomTo('pixels'),
    in: size !== null && width < most - 0.5 ? () => zoomTo(now() * STEP) : null,
    out: isLarger ? () => zoomTo(now() / STEP) : null
  }
}
