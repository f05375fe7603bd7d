/** Folders that are one thing: cards of cameras, and the pictures of a film. They stay untouched. */

const CARDS = /^(?:BPAV|XDROOT|M4ROOT|AVCHD|BDMV|.*\.RDC)$/i
const PICTURE = /\d\.(?:dpx|exr|cin|ari|arx|j2c)$/i
const MOST_PICTURES = 2

interface Named {
  readonly shown: string
  readonly type: string
}

/** Whether a folder is one thing, by its name and by what is in it. */
export function isOneThing (name: string, entries: readonly Named[]): boolean {
  const has = (wanted: string, type: string) =>
    entries.some(({ shown, type: found }) => found === type && shown.toUpperCase() === wanted)
  return CARDS.test(name) || has('MEDIAPRO.XML', 'file') ||
    (name.toUpperCase() === 'CONTENTS' && has('CLIP', 'folder')) ||
    entries.filter((entry) => isPicture(entry)).length > MOST_PICTURES
}

/** Whether a file is one of numbered pictures. */
export function isPicture ({ shown, type }: Named): boolean {
  return type === 'file' && PICTURE.test(shown)
}
