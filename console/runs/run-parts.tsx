import type { Schemas } from '../api/client.ts'
import { Table } from '../ui/table.tsx'
import { date, number } from '../ui/words.ts'
import { Progress, RunState } from './run-words.tsx'

/** The steps of a run, with what each has brought. */
export function Steps ({ steps, isOpen }: { steps: ReadonlyArray<Schemas['RunStep']>, isOpen: boolean }) {
  return (
    <section class='stack hook-part' aria-label='Steps'>
      <h2>Steps</h2>
      {steps.length === 0 && (
        <p class='quiet'>{isOpen ? 'It waits for its turn. Its steps are shown as soon as it begins.' : 'It has not begun.'}</p>
      )}
      {steps.length > 0 && (
        <Table name='Steps of the run' columns={['Step', 'State', 'Attempt', 'Began', 'Ended', 'Result']}>
          {steps.map((step) => (
            <tr key={step.name}>
              <th scope='row'><bdi>{step.name}</bdi></th>
              <td>
                <RunState status={step.status} /> <Progress of={step} name={`Progress of ${step.name}`} />
                {step.error !== null && <bdi class='quiet run-error'>{step.error}</bdi>}
              </td>
              <td class='number'>{step.attempt === 0 ? '–' : number(step.attempt)}</td>
              <td>{step.started_at === null ? '–' : date(step.started_at)}</td>
              <td>{step.finished_at === null ? '–' : date(step.finished_at)}</td>
              <td><Result result={step.result} /></td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  )
}

function Result ({ result }: { result: object | null }) {
  if (result === null) return <>–</>
  return (
    <details>
      <summary>Show</summary>
      <pre dir='auto'>{JSON.stringify(result, null, 2)}</pre>
    </details>
  )
}

/** What its programs say, the first of it first. */
export function Log ({ log }: { log: ReadonlyArray<Schemas['RunLogLine']> }) {
  if (log.length === 0) return null
  return (
    <section class='stack hook-part' aria-label='Log'>
      <h2>Log</h2>
      <ol class='run-log'>
        {log.map((line, index) => (
          <li key={`${line.time} ${index}`}>
            <time class='quiet' dateTime={line.time}>{date(line.time)}</time>
            {line.step !== null && (
              <span class='quiet'>
                <bdi>{line.step}</bdi>{line.attempt !== null && line.attempt > 1 && `, attempt ${line.attempt}`}
              </span>
            )}
            <span class='run-message' dir='auto'>{line.message}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
