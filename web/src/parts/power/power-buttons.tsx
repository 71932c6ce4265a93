// What power buttons take wherever they stand, and the question before the one that kills.

import type { GameServer } from '@rookery/contracts/http/game-servers.ts'
import { useState } from 'react'
import { DialogPlace } from '../../ui/feedback/dialog-place.tsx'
import { KillDialog } from './power-dialogs.ts'
import type { Abilities, PowerAction } from './power-rules.ts'

export interface PowerButtonsProps {
  gameServer: Pick<GameServer, 'id' | 'name' | 'state' | 'node_online'>
  abilities: Abilities
  isBusy?: boolean
  /** What the person may do is not known yet: the place is reserved, and nothing in it can be pressed. */
  isLoading?: boolean
  onAct: (action: PowerAction) => void
}

/** Killing asks first; everything else is done at once. */
export function useAskedAction(
  gameServer: PowerButtonsProps['gameServer'],
  onAct: (action: PowerAction) => void,
) {
  const [isAsking, setIsAsking] = useState(false)
  return {
    act: (action: PowerAction) => (action === 'kill' ? setIsAsking(true) : onAct(action)),
    question: isAsking && (
      <DialogPlace>
        <KillDialog
          gameServer={gameServer}
          onClose={() => setIsAsking(false)}
          onConfirm={() => {
            setIsAsking(false)
            onAct('kill')
          }}
        />
      </DialogPlace>
    ),
  }
}
