import { findAgain, type Found } from '../find/results.ts'
import { tell, tellFailure } from '../ui/notes.tsx'
import { count } from '../ui/words.ts'
import { operations, runAll } from './bulk.ts'

/** Moves items into a project, and offers to undo that. */
export async function moveInto (items: readonly Found[], id: string, title: string): Promise<void> {
  const others = items.filter(({ item }) => item.project_id !== id && item.id !== id)
  const { done, failed } = await runAll(others.map((found) => operations.move(found, id)), 'Moved')
  if (done.length > 0) {
    tell(`Moved into ${title}: ${count(done.length, 'item')}.`, async () => {
      await runAll(done.map((found) => operations.move(found, found.item.project_id)), 'Undone')
      await findAgain()
    })
  }
  const [first] = failed
  if (first !== undefined) {
    tellFailure(new Error(`${count(failed.length, 'item')} could not be moved. ${first.found.item.title}: ${first.why}`))
  }
  await findAgain()
}
