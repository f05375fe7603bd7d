import { useSignal } from '@preact/signals'
import { FormDialog } from '../ui/form-dialog.tsx'
import { CheckInput } from '../ui/inputs.tsx'
import { count } from '../ui/words.ts'
import { asked, sendPicked, sendToProjects } from './folders.ts'

/** Asks whether folders of files should become projects. */
export function FolderDialog () {
  const asProjects = useSignal(true)
  if (asked.value === null) return null
  const { picked, projectId, projects } = asked.value
  const folders = new Set(picked.map(({ folder }) => folder)).size
  const close = () => { asked.value = null }
  return (
    <FormDialog
      title='Upload folders' verb='Upload' onClose={close}
      work={async () => {
        if (asProjects.value) await sendToProjects({ picked, projectId, projects })
        else sendPicked(picked.map(({ file }) => ({ file, folder: '' })), projectId)
      }}
    >
      <p>{count(picked.length, 'file')} in {count(folders, 'folder')}: each file becomes an asset.</p>
      <CheckInput label='Make a project of each folder' value={asProjects} />
    </FormDialog>
  )
}
