/** Why a run cannot go on or must not be believed: its message is printed as it is, without a stack. */
export class BenchFailure extends Error {
  name = 'BenchFailure'
  expected = true
}

/** Throws BenchFailure with the message unless the condition holds. */
export function ensure (condition, message) {
  if (!condition) throw new BenchFailure(message)
}
