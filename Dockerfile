# syntax=docker/dockerfile:1

FROM maven:3-eclipse-temurin-17 AS build
WORKDIR /build
COPY pom.xml ./
COPY src/main src/main
COPY redis redis
RUN mvn -q -B -ntp -Dmaven.test.skip -Dspotless.check.skip -Djacoco.skip package

FROM eclipse-temurin:17-jre
# A number, so that Kubernetes can see that it is not root.
RUN mkdir -p /opt/turngate/conf /opt/turngate/data && chown -R 10001:10001 /opt/turngate/data
WORKDIR /opt/turngate
COPY --from=build /build/target/turngate-all.jar turngate-all.jar
COPY conf conf
# For an operator inside a running container. It has its own, small heap: the gateway has been given most of the memory.
RUN printf '#!/bin/sh\nexec java -Xmx128m -Dturngate.home=/opt/turngate -jar /opt/turngate/turngate-all.jar "$@"\n' \
    >/usr/local/bin/turngate && chmod 755 /usr/local/bin/turngate
USER 10001:10001

# Read by the JVM itself, so a deployment can replace it. Exiting lets the orchestrator start a sound one.
ENV JAVA_TOOL_OPTIONS="-XX:MaxRAMPercentage=70 -XX:+ExitOnOutOfMemoryError"
# Over gateway.json: the port the health check asks, and an address that probes from outside the container can reach.
ENV TURNGATE_HTTP_HOST=0.0.0.0 TURNGATE_MANAGEMENT_PORT=8081 TURNGATE_MANAGEMENT_HOST=0.0.0.0
EXPOSE 8080 8081
# Of the embedded Redis. The configuration is none: it is mounted read-only, or copied over in an image of one's own.
VOLUME ["/opt/turngate/data"]

# The base image need not have curl or wget, but it has bash.
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["bash", "-c", "exec 3<>\"/dev/tcp/127.0.0.1/$TURNGATE_MANAGEMENT_PORT\" && printf 'GET /health/ready HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n' >&3 && read -r _ status _ <&3 && [[ $status == 200 ]]"]

# The JVM itself is process 1 and hears SIGTERM and SIGHUP.
ENTRYPOINT ["java", "-Dturngate.home=/opt/turngate", "-jar", "/opt/turngate/turngate-all.jar"]
CMD ["serve"]
