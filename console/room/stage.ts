import { computed, signal, type ReadonlySignal } from '@preact/signals'
import type { FilmClock } from '../../src/basics/time-code.ts'
import { passageOf, placeOf, written, type Passage } from '../film/clock.ts'
import type { Area } from './area.ts'
import { createSketch, type Drawing, type Sketch } from './sketch.ts'

/** A comment on the bar of the player. */
export interface Mark {
  readonly id: number
  readonly time: number
  readonly duration: number | null
  readonly name: string
  readonly done: boolean
  readonly show: () => void
}

/** A drawing, and where it belongs: to a moment of a film, or to a page of a document. */
export interface Drawn {
  readonly drawing: Drawing
  readonly time: number | null
  readonly page: number | null
  /** The version that it was made on, if that is an earlier one. */
  readonly version: string | null
}

/** In and Out: moments of the player, in seconds. */
export interface Part {
  readonly from: number | null
  readonly to: number | null
}

/** What the chosen comment is about. */
export interface Chosen {
  readonly area: Area | null
  readonly drawn: Drawn | null
  readonly passage: Passage | null
}

type Leave = () => void

/**
 * What a screen shows of an item beside its comments, and what these choose of it. Each screen has its own, so that it
 * begins with nothing. Each value is written by one action, which says who calls it.
 */
export interface Stage {
  readonly player: ReadonlySignal<HTMLMediaElement | null>
  /** How time codes count the film. Null for sounds, and until it is known. */
  readonly clock: ReadonlySignal<FilmClock | null>
  /** Whether the player fills the whole screen. */
  readonly isLarge: ReadonlySignal<boolean>
  /** The part of the film that is played again and again. */
  readonly part: ReadonlySignal<Part>
  /** The same, as a new comment is about it; null without In or without Out. */
  readonly passage: ReadonlySignal<Passage | null>
  /** Whether there is a film or a picture. */
  readonly hasPicture: ReadonlySignal<boolean>
  /** The page of the document that is shown, counted from 1; null where there is none. */
  readonly page: ReadonlySignal<number | null>
  /** Shows a page of the document. */
  readonly turnTo: ReadonlySignal<((page: number) => void) | null>
  /** The comments with a moment. */
  readonly marks: ReadonlySignal<readonly Mark[]>
  readonly chosen: ReadonlySignal<Chosen | null>
  /** The part of the picture that the new comment is about. */
  readonly area: ReadonlySignal<Area | null>
  /** The parts of the picture that are marked now. */
  readonly areas: ReadonlySignal<readonly Area[]>
  /** Takes the part of the picture that the user marks next; null while no part is asked for. */
  readonly takeArea: ReadonlySignal<((area: Area) => void) | null>
  /** Begins a drawing for the new comment, or puts the pencil away; null where no comments are made. */
  readonly draw: ReadonlySignal<(() => void) | null>
  readonly sketch: Sketch

  /** The player is there. */
  readonly showFilm: (film: HTMLMediaElement) => Leave
  /** The player knows how its film is counted. */
  readonly countBy: (clock: FilmClock | null) => void
  /** The player fills the screen, or does not any more. */
  readonly enlarge: (isLarge: boolean) => void
  /** In and Out are set; without a part they are taken away. */
  readonly markPart: (part?: Part) => void
  /** The picture is there. */
  readonly showPicture: () => Leave
  /** The document is there: it shows its first page. */
  readonly openPages: (turnTo: (page: number) => void) => Leave
  /** The document shows another page. */
  readonly turned: (page: number) => void
  /** The comments have other moments. */
  readonly setMarks: (marks: readonly Mark[]) => void
  /** A comment is chosen, or none. */
  readonly choose: (chosen: Chosen | null) => void
  /** The new comment is about a part of the picture, or about none. */
  readonly markArea: (area: Area | null) => void
  /** The new comment asks for a part of the picture. */
  readonly askForArea: (take: (area: Area) => void) => Leave
  /** The new comment may have a drawing. */
  readonly offerPencil: (draw: () => void) => Leave

  /** Pauses the player at the picture that it shows. Returns its moment, to write down; null without a player. */
  readonly hold: () => number | null
  /** Shows the picture of a moment that was written down; without a player, when there is one. */
  readonly seek: (seconds: number) => void
}

const WHOLE: Part = { from: null, to: null }

/** A player begins at the moment `begin`, if there is one. */
export function createStage (begin: number | null = null): Stage {
  let next = begin
  const player = signal<HTMLMediaElement | null>(null)
  const clock = signal<FilmClock | null>(null)
  const isLarge = signal(false)
  const part = signal(WHOLE)
  const passage = computed(() => {
    const { from, to } = part.value
    return from === null || to === null ? null : passageOf(clock.value, from, to)
  })
  const hasPicture = signal(false)
  const page = signal<number | null>(null)
  const turnTo = signal<((page: number) => void) | null>(null)
  const marks = signal<readonly Mark[]>([])
  const chosen = signal<Chosen | null>(null)
  const area = signal<Area | null>(null)
  const takeArea = signal<((area: Area) => void) | null>(null)
  const draw = signal<(() => void) | null>(null)
  const areas = computed(() => {
    const marked = chosen.value === null ? area.value : chosen.value.area
    return marked === null ? [] : [marked]
  })
  return {
    player,
    clock,
    isLarge,
    part,
    passage,
    hasPicture,
    page,
    turnTo,
    marks,
    chosen,
    area,
    areas,
    takeArea,
    draw,
    sketch: createSketch(),
    showFilm: (film) => {
      player.value = film
      if (next !== null) film.currentTime = placeOf(clock.peek(), next)
      next = null
      return () => {
        // The film of a new version begins where that of the one before was.
        if (film.currentTime > 0) next = written(clock.peek(), film.currentTime)
        player.value = null
        part.value = WHOLE
      }
    },
    countBy: (known) => { clock.value = known },
    enlarge: (is) => { isLarge.value = is },
    markPart: (marked = WHOLE) => { part.value = marked },
    showPicture: () => {
      hasPicture.value = true
      return () => { hasPicture.value = false }
    },
    openPages: (turn) => {
      page.value = 1
      turnTo.value = turn
      return () => { page.value = turnTo.value = null }
    },
    turned: (shown) => { page.value = shown },
    setMarks: (now) => { marks.value = now },
    choose: (comment) => { chosen.value = comment },
    markArea: (marked) => {
      area.value = marked
      if (marked !== null) chosen.value = null
    },
    askForArea: (take) => {
      takeArea.value = take
      return () => { takeArea.value = null }
    },
    offerPencil: (begin) => {
      draw.value = begin
      return () => { draw.value = null }
    },
    hold: () => {
      const film = player.peek()
      if (film === null || film.readyState === 0) return null
      film.pause()
      return written(clock.peek(), film.currentTime)
    },
    seek: (seconds) => {
      const film = player.peek()
      if (film === null) {
        next = seconds
        return
      }
      film.pause()
      film.currentTime = placeOf(clock.peek(), seconds)
    }
  }
}
