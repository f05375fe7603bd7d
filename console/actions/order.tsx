import { QUEUE, type DraftStep } from './draft.ts'

/** The steps in the order in which they begin: those of a row begin together, when those above are done. */
export function Order ({ steps }: { steps: readonly DraftStep[] }) {
  const { rows, circle } = rowsOf(steps)
  return (
    <section class='step-order' aria-label='Order'>
      <h3>Order</h3>
      <ol>
        {rows.map((row, index) => (
          <li key={index}>
            <span class='quiet'>{index === 0 ? 'First' : 'Then'}</span>
            {row.map((step) => (
              <span key={step.key} class='step-box'>
                <bdi>{nameOf(step)}</bdi>
                {step.to.value === QUEUE && <span class='quiet'>queue <bdi>{step.queue.value}</bdi></span>}
                {step.after.value.length > 0 && <span class='quiet'>after {namesOf(step, steps)}</span>}
              </span>
            ))}
          </li>
        ))}
      </ol>
      {circle.length > 0 && (
        <p class='wrong'>These wait for one another, and none of them begins: {circle.map(nameOf).join(', ')}.</p>
      )}
    </section>
  )
}

export function nameOf ({ name }: DraftStep): string {
  return name.value === '' ? 'a step without a name' : name.value
}

function namesOf (step: DraftStep, steps: readonly DraftStep[]): string {
  return steps.filter(({ key }) => step.after.value.includes(key)).map(nameOf).join(', ')
}

/** Rows of steps, and those that are in no row, as they wait for one another. */
function rowsOf (steps: readonly DraftStep[]): { rows: DraftStep[][], circle: readonly DraftStep[] } {
  const rows: DraftStep[][] = []
  const done = new Set<number>()
  let left = steps
  for (;;) {
    const row = left.filter(({ after }) => after.value.every((key) => done.has(key)))
    if (row.length === 0) return { rows, circle: left }
    rows.push(row)
    for (const { key } of row) done.add(key)
    left = left.filter((step) => !row.includes(step))
  }
}
