/**
 * Lets works that wait go on one after the other, each in a turn of the event loop of its own: however many there are,
 * whatever else has come in is seen to between two of them.
 */
export function createTurns () {
  const waiting: Array<() => void> = []

  function letNextGo (): void {
    waiting.shift()?.()
    if (waiting.length > 0) setImmediate(letNextGo)
  }

  return () => new Promise<void>((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(letNextGo)
  })
}
