# SPDX-License-Identifier: Apache-2.0
"""An ssh server on this machine's loopback, with keys and settings of its own."""

import getpass
import os
import pathlib
import random
import signal
import subprocess
import time


class Server:
    """Serves this user's files for the lifetime of the context."""

    def __init__(self, folder: pathlib.Path):
        self.folder = folder / "ssh"
        self.folder.mkdir()
        self.port = random.randrange(20_000, 60_000)

    def __enter__(self):
        for name in ["host", "user"]:
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", self.folder / name], check=True)
        (self.folder / "sshd_config").write_text(
            f"ListenAddress 127.0.0.1\nPort {self.port}\nHostKey {self.folder}/host\n"
            f"AuthorizedKeysFile {self.folder}/user.pub\nPidFile {self.folder}/pid\nStrictModes no\nUsePAM no\n"
            "PasswordAuthentication no\nKbdInteractiveAuthentication no\nPermitRootLogin yes\n"
            # The start-up files of this user's shell are not part of the measurement.
            f"SetEnv HOME={self.folder}\n"
        )
        if os.geteuid() == 0:
            pathlib.Path("/run/sshd").mkdir(exist_ok=True)
        subprocess.run(["/usr/sbin/sshd", "-f", self.folder / "sshd_config"], check=True)
        key = (self.folder / "host.pub").read_text()
        (self.folder / "known").write_text(f"[127.0.0.1]:{self.port} {key}")
        for _ in range(400):
            if (self.folder / "pid").exists():
                return self
            time.sleep(0.025)
        raise TimeoutError("sshd did not start")

    def __exit__(self, *_):
        os.kill(int((self.folder / "pid").read_text()), signal.SIGTERM)

    @property
    def command(self) -> str:
        """git's ssh command, which only uses the files in the folder."""
        return (
            f"ssh -F none -i {self.folder}/user -o IdentitiesOnly=yes -o IdentityAgent=none "
            f"-o UserKnownHostsFile={self.folder}/known -o GlobalKnownHostsFile=/dev/null -o StrictHostKeyChecking=yes"
        )

    def address(self, path: pathlib.Path) -> str:
        return f"ssh://{getpass.getuser()}@127.0.0.1:{self.port}{path}"
