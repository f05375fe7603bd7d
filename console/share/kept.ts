/** What this browser keeps of a guest. Where it blocks storage, nothing is kept, and the page works without. */

type Place = 'localStorage' | 'sessionStorage'

export function keptIn (place: Place, name: string): string | null {
  try {
    return window[place].getItem(name)
  } catch {
    return null
  }
}

export function keepIn (place: Place, name: string, value: string): void {
  try {
    window[place].setItem(name, value)
  } catch {
    // The name is asked for again, and so is the password after a reload.
  }
}
