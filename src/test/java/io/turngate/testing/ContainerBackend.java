package io.turngate.testing;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.PortBinding;
import com.github.dockerjava.api.model.Ports;
import io.turngate.store.redis.RedisProcess;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.utility.DockerImageName;
import org.testcontainers.utility.MountableFile;

/** A Redis container with the recommended redis.conf, for machines with Docker. */
final class ContainerBackend implements RedisBackend {

    private static final DockerImageName IMAGE = DockerImageName.parse("redis:7.2.5-alpine");
    private static final String CONFIG = "/usr/local/etc/redis/redis.conf";
    private static final int INNER_PORT = 6379;
    private static final int GRACE_SECONDS = 10;

    private @Nullable GenericContainer<?> container;
    private int port;

    @Override
    public void start() throws IOException {
        if (container != null) {
            docker().startContainerCmd(id()).exec();
            return;
        }
        port = RedisProcess.freePort();
        GenericContainer<?> created = new GenericContainer<>(IMAGE)
                .withExposedPorts(INNER_PORT)
                .withCopyFileToContainer(MountableFile.forClasspathResource("redis/redis.conf"), CONFIG)
                .withCommand("redis-server", CONFIG, "--dir", "/data", "--bind", "0.0.0.0", "--protected-mode", "no");
        // A port that Docker chooses would be another one after a restart.
        created.withCreateContainerCmdModifier(
                command -> Objects.requireNonNull(command.getHostConfig()).withPortBindings(binding()));
        created.start();
        container = created;
    }

    @Override
    public String host() {
        return container == null ? "127.0.0.1" : container.getHost();
    }

    @Override
    public int port() {
        return port;
    }

    @Override
    public boolean isRunning() {
        return container != null && container.isRunning();
    }

    @Override
    public void stop() {
        docker().stopContainerCmd(id()).withTimeout(GRACE_SECONDS).exec();
    }

    @Override
    public void kill() {
        docker().killContainerCmd(id()).exec();
    }

    @Override
    public void suspend() {
        docker().pauseContainerCmd(id()).exec();
    }

    @Override
    public void resume() {
        docker().unpauseContainerCmd(id()).exec();
    }

    @Override
    public void close() {
        if (container != null) {
            container.stop();
            container = null;
        }
    }

    private PortBinding binding() {
        return new PortBinding(Ports.Binding.bindIpAndPort("127.0.0.1", port), ExposedPort.tcp(INNER_PORT));
    }

    private String id() {
        return Objects.requireNonNull(container, "the container has not been started")
                .getContainerId();
    }

    private static DockerClient docker() {
        return DockerClientFactory.instance().client();
    }
}
