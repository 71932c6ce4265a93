// The dialogs behind the menu of a game server, fetched when that menu is opened.

import type { GameServerDetail } from '@rookery/contracts/http/game-servers.ts'
import { ClonePage } from './clone-page.tsx'
import { DeletePage } from './delete-page.tsx'

export type ManageAction = 'clone' | 'delete'

const dialogs = { clone: ClonePage, delete: DeletePage }

interface ManageDialogProps {
  action: ManageAction
  gameServer: GameServerDetail
  onClose: () => void
}

export function ManageDialog({ action, ...props }: ManageDialogProps) {
  const Dialog = dialogs[action]
  return <Dialog {...props} />
}
