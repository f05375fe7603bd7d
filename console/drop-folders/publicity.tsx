import { FormDialog } from '../ui/form-dialog.tsx'
import { tell } from '../ui/notes.tsx'
import type { DropFolder } from './draft.ts'

interface PublicityProps {
  readonly folder: DropFolder
  readonly onClose: () => void
  readonly change: (body: Pick<DropFolder, 'public'>) => Promise<void>
}

/** Makes a drop folder public or private, and says what that means. */
export function Publicity ({ folder, onClose, change }: PublicityProps) {
  const isPublic = folder.public
  return (
    <FormDialog
      title={isPublic ? 'Make the drop folder private?' : 'Make the drop folder public?'}
      verb={isPublic ? 'Make private' : 'Make public'} isDanger={isPublic} onClose={onClose}
      work={async () => {
        await change({ public: !isPublic })
        tell(isPublic ? 'It is private.' : 'It is public.')
      }}
    >
      {isPublic
        ? <p>All its links end, for good, and so do uploads by them that are under way. What has come in stays.</p>
        : (
          <p>
            Members may make links for it, by which people without an account send files into it. These see nothing of
            what is here. Without a link nobody sends anything.
          </p>
          )}
    </FormDialog>
  )
}
