// The place where short notes appear; loaded after the page, because nothing needs it at first.

import { Notifications } from '@mantine/notifications'

export function Notes() {
  return <Notifications position="bottom-right" limit={3} />
}
