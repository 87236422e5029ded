import socket

class GatewayParameters:
    def __init__(
        self,
        address: str = ...,
        port: int = ...,
        *,
        auth_token: str | None = ...,
        read_timeout: float | None = ...,
    ) -> None: ...

class GatewayConnection:
    socket: socket.socket
    is_connected: bool
    def __init__(self, gateway_parameters: GatewayParameters) -> None: ...
    def start(self) -> None: ...
    def send_command(self, command: str) -> str: ...
    def close(self, reset: bool = ...) -> None: ...
