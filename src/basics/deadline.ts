/** The result of `work`, or that of `onLate` if it takes longer. The work continues in that case. */
export async function withDeadline<Result> (
  work: Promise<Result>, durationMs: number, onLate: () => Result
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => { timer = setTimeout(resolve, durationMs) }).then(onLate)
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
