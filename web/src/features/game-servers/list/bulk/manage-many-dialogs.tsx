// The dialogs with which administrators tag or delete several game servers, fetched when one is opened.

import { Modal } from '@mantine/core'
import type { GameServer } from '@rookery/contracts/http/game-servers.ts'
import { useTexts } from '../../../../texts/texts.ts'
import { DeleteManyView } from './delete-many-view.tsx'
import type { TagChanges } from './logic/bulk-tags.ts'
import { PartsNote } from './parts-note.tsx'
import { TagManyView } from './tag-many-view.tsx'

export type ManageManyAction = 'tag' | 'delete'

interface ManageManyDialogProps {
  action: ManageManyAction
  gameServers: readonly GameServer[]
  everyTag: readonly string[]
  onClose: () => void
  onTag: (changes: TagChanges) => void
  onDelete: (files: 'keep' | 'delete') => void
}

export function ManageManyDialog({ action, gameServers, everyTag, ...props }: ManageManyDialogProps) {
  const t = useTexts()
  const count = gameServers.length
  return (
    <Modal opened onClose={props.onClose} title={t(`manyServers.${action}Title`, { count })}>
      <PartsNote count={count} />
      {action === 'tag' ? (
        <TagManyView
          gameServers={gameServers}
          everyTag={everyTag}
          onClose={props.onClose}
          onTag={props.onTag}
        />
      ) : (
        <DeleteManyView gameServers={gameServers} onClose={props.onClose} onDelete={props.onDelete} />
      )}
    </Modal>
  )
}
