// The dialogs with which administrators tag or delete several game servers, fetched when one is opened.

import { Modal } from '@mantine/core'
import type { GameServer } from '@rookery/contracts/http/game-servers.ts'
import { useTexts } from '../../../../texts/texts.ts'
import { DeleteManyView } from './delete-many-view.tsx'
import { onlyName } from './logic/bulk-plan.ts'
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
  const name = onlyName(gameServers)
  const title =
    name === null
      ? t(`manyServers.${action}Title`, { count })
      : t(`manyServers.titleOfOne.${action}`, { name })
  return (
    <Modal opened onClose={props.onClose} title={title}>
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
